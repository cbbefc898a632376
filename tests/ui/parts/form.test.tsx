import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { type LogInValues, logInMachine } from '../../../src/machines/accounts/log-in.machine.ts'
import type { TokenPair } from '../../../src/services/contract/accounts.ts'
import { Form, FormError, SubmitButton, TextField } from '../../../src/ui/parts/form.tsx'
import { draw } from '../../harness/view.tsx'

type Answer = (values: { email: string; password: string }) => Promise<TokenPair>

async function drawLogIn(answer: Answer) {
  const actor = createActor(
    logInMachine.provide({
      actors: {
        submit: fromPromise<TokenPair, { values: LogInValues }>(({ input }) => answer(input.values)),
      },
    }),
  ).start()
  await draw(
    <Form actor={actor}>
      <FormError />
      <TextField name="email" label="Email" type="email" />
      <TextField name="password" label="Password" type="password" />
      <SubmitButton busy="Logging in…">Log in</SubmitButton>
    </Form>,
  )
}

const never: Answer = () => new Promise(() => {})

describe('a form', () => {
  it('puts errors beside their fields, and the caret in the first of them', async () => {
    await drawLogIn(never)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.element(page.getByText('Email is required.')).toBeVisible()
    await expect.element(page.getByText('Password is required.')).toBeVisible()
    await expect.element(page.getByLabelText('Email')).toHaveFocus()
    await expect.element(page.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
  })

  it('takes an error away once its field is mended', async () => {
    await drawLogIn(never)
    await page.getByRole('button', { name: 'Log in' }).click()
    await userEvent.fill(page.getByLabelText('Email'), 'ada@example.com')
    await expect.element(page.getByText('Email is required.')).not.toBeInTheDocument()
    await expect.element(page.getByText('Password is required.')).toBeVisible()
  })

  it('says that it is busy, and cannot be sent twice', async () => {
    await drawLogIn(never)
    await userEvent.fill(page.getByLabelText('Email'), 'ada@example.com')
    await userEvent.fill(page.getByLabelText('Password'), 'secret')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.element(page.getByRole('button', { name: 'Logging in…' })).toBeDisabled()
  })

  it('[S8.6] shows the server’s reason and keeps what was typed', async () => {
    await drawLogIn(() =>
      Promise.reject(Object.assign(new Error(), { detail: 'Incorrect email or password.' })),
    )
    await userEvent.fill(page.getByLabelText('Email'), 'ada@example.com')
    await userEvent.fill(page.getByLabelText('Password'), 'secret')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Incorrect email or password.')
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com')
    await expect.element(page.getByLabelText('Password')).toHaveValue('secret')
  })
})

import { describe, expect, it } from 'vitest'
import { type AnyStateMachine, createActor, fromPromise } from 'xstate'
import { logInMachine } from '../../src/machines/accounts/log-in.machine.ts'
import { registerMachine } from '../../src/machines/accounts/register.machine.ts'
import { createIntegrationMachine } from '../../src/machines/assistants/create-integration.machine.ts'
import { createKnowledgeBaseMachine } from '../../src/machines/knowledge/create-knowledge-base.machine.ts'
import { welcomeMachine } from '../../src/machines/organizations/create-organization.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import {
  changeKnowledgeBaseModel,
  createIntegrationModel,
  createKnowledgeBaseModel,
  formModel,
  refused,
  renameConversationModel,
  sendFeedbackModel,
  unanswered,
  welcomeModel,
} from './form.model.ts'
import {
  editPassageModel,
  renameDocumentModel,
  writeFaqModel,
  writeGoldenModel,
  writeTextModel,
} from './knowledge-forms.model.ts'
import { logInModel } from './log-in.model.ts'
import { registerModel } from './register.model.ts'

describeModel(formModel)
describeModel(logInModel)
describeModel(registerModel)
describeModel(renameConversationModel)
describeModel(welcomeModel)
describeModel(createKnowledgeBaseModel)
describeModel(createIntegrationModel)
describeModel(sendFeedbackModel)
describeModel(changeKnowledgeBaseModel)
describeModel(renameDocumentModel)
describeModel(editPassageModel)
describeModel(writeTextModel)
describeModel(writeFaqModel)
describeModel(writeGoldenModel)

const failing = (machine: AnyStateMachine, error: Error) =>
  machine.provide({ actors: { submit: fromPromise(() => Promise.reject(error)) } })

describe('a form', () => {
  it('[S8.6] shows the reason that the server gives, else the text of the clause, and keeps what was typed', async () => {
    for (const [error, text] of [
      [
        Object.assign(new Error('x'), { detail: 'Incorrect email or password.' }),
        'Incorrect email or password.',
      ],
      [unanswered, 'Login failed. Please check your credentials.'],
    ] as const) {
      const form = createActor(failing(logInMachine, error), {
        input: { email: 'ada@example.com', password: 'secret' },
      }).start()
      form.send({ type: 'form.submitted' })
      await new Promise((resolve) => setImmediate(resolve))
      expect(form.getSnapshot().context).toMatchObject({
        error: text,
        values: { email: 'ada@example.com', password: 'secret' },
      })
    }
  })

  it('[S5.7] [S8.5] asks for the name of a first organization, and says that it was not created', async () => {
    const form = createActor(failing(welcomeMachine, unanswered)).start()
    form.send({ type: 'field.changed', name: 'name', value: ' ' })
    form.send({ type: 'form.submitted' })
    expect(form.getSnapshot().context.fieldErrors).toEqual({ name: 'Organization name cannot be empty.' })
    form.send({ type: 'field.changed', name: 'name', value: 'Northwind' })
    form.send({ type: 'form.submitted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(form.getSnapshot().context.error).toBe('Failed to create organization')
  })

  it('keeps what is typed during a submit when the server refuses', async () => {
    const form = createActor(failing(createKnowledgeBaseMachine, unanswered)).start()
    form.send({ type: 'form.opened', organizationId: 'o1', values: { name: 'Returns' } })
    form.send({ type: 'form.submitted' })
    form.send({ type: 'field.changed', name: 'name', value: 'Returns and refunds' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(form.getSnapshot().context.values).toMatchObject({ name: 'Returns and refunds' })
  })

  it('logs in with the submitted values, whatever is typed meanwhile', () => {
    const children = new Map<string, FakeChild>()
    const values = { email: 'ada@example.com', password: 'Lovelace-1815', confirmation: 'Lovelace-1815' }
    const form = createActor(registerMachine.provide({ actors: fakeActors(registerMachine, children) }), {
      input: values,
    }).start()
    form.send({ type: 'form.submitted' })
    form.send({ type: 'field.changed', name: 'password', value: 'Lovelace-1816' })
    children.get('register')?.done(null)
    expect(children.get('logIn')?.input).toMatchObject({ values })
  })

  it('[S8.7] says that the registration failed', async () => {
    const unable = registerMachine.provide({
      actors: { register: fromPromise(() => Promise.reject(unanswered)) },
    })
    const form = createActor(unable, {
      input: { email: 'ada@example.com', password: 'Lovelace-1815', confirmation: 'Lovelace-1815' },
    }).start()
    form.send({ type: 'form.submitted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(form.getSnapshot().context.error).toBe('Registration failed. Please try again.')
  })

  it('puts a refusal beside the field that it names, and nowhere else', async () => {
    const form = createActor(failing(createKnowledgeBaseMachine, refused), {
      input: { name: 'Returns' },
    }).start()
    form.send({ type: 'form.opened', values: { name: 'Returns' } })
    form.send({ type: 'form.submitted' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(form.getSnapshot().context).toMatchObject({ error: null, fieldErrors: { name: 'Taken.' } })
  })

  it('[S5.1] wants both passwords to match, and an email', () => {
    const form = createActor(registerMachine, {
      input: { password: 'Lovelace-1815', confirmation: 'Lovelace-1816' },
    }).start()
    form.send({ type: 'form.submitted' })
    expect(form.getSnapshot().context.fieldErrors).toEqual({
      email: 'Email is required.',
      confirmation: 'Passwords do not match.',
    })
  })

  it('wants an assistant to have something to answer from', () => {
    const form = createActor(createIntegrationMachine).start()
    form.send({ type: 'form.opened', values: { name: 'Helper' } })
    form.send({ type: 'form.submitted' })
    expect(form.getSnapshot().context.fieldErrors).toEqual({
      knowledge_base_ids: 'Choose at least one knowledge base.',
    })
  })
})

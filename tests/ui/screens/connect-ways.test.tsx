import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createActor } from 'xstate'
import { connectMachine } from '../../../src/machines/knowledge/connect.machine.ts'
import { newConnection, storedConnection } from '../../../src/machines/knowledge/connect.values.ts'
import type { Connector } from '../../../src/services/contract/connectors.ts'
import type { ConnectedSource } from '../../../src/services/contract/sources.ts'
import { ActorsContext } from '../../../src/ui/actors.ts'
import { ConnectDialog } from '../../../src/ui/knowledge/knowledge-base/connect-dialog.tsx'
import { draw } from '../../harness/view.tsx'

const label = (text: string) => ({ code: text, text })
const field = { hint: null, is_optional: false, preset: '' }
const NOTION: Connector = {
  kind: 'notion',
  name: 'Notion',
  choices: label('Pages'),
  redirect_uri: 'https://lectern.example.com/api/v1/connectors/callback',
  hides_addresses: false,
  fields: [
    {
      ...field,
      name: 'url',
      label: label('Address'),
      input: 'url',
      preset: 'https://api.notion.com',
      way: null,
    },
    { ...field, name: 'token', label: label('Integration secret'), input: 'secret', way: 'token' },
    { ...field, name: 'client_id', label: label('Client ID'), input: 'text', way: 'sign_in' },
    { ...field, name: 'client_secret', label: label('Client secret'), input: 'secret', way: 'sign_in' },
  ],
}

const open = async (values: ReturnType<typeof newConnection>) => {
  const actor = createActor(connectMachine).start()
  actor.send({ type: 'form.opened', values })
  const navigation = { getSnapshot: () => ({ matches: () => false }) }
  const actors = { navigation } as unknown as Parameters<typeof ActorsContext>[0]['value']
  await draw(
    <ActorsContext value={actors}>
      <ConnectDialog actor={actor} manages />
    </ActorsContext>,
  )
}
const there = (name: string) => expect.element(page.getByLabelText(name, { exact: true })).toBeVisible()
const gone = (name: string) =>
  expect.element(page.getByLabelText(name, { exact: true })).not.toBeInTheDocument()
const button = (name: string) => expect.element(page.getByRole('button', { name })).toBeEnabled()

it('[42.1] a service is connected with a token or by a log-in, and asks for what that needs', async () => {
  await open(newConnection('k1', NOTION))
  await there('Integration secret')
  await gone('Client ID')
  await button('Test and connect')
  await page.getByRole('radio', { name: 'Log in to Notion' }).click()
  await there('Client ID')
  await there('Client secret')
  await gone('Integration secret')
  await expect.element(page.getByText(NOTION.redirect_uri!)).toBeVisible()
  await button('Log in to Notion')
})

it('[42.1] a stored connection opens in the way in which it was made', async () => {
  const source = {
    ...{ knowledge_base_id: 'k1', id: 's1', url: 'https://api.notion.com', choices: [], refresh: 'daily' },
    ...{ mail_on_failure: false, follows_readers: false, settings: { client_id: 'c1' } },
  } as unknown as ConnectedSource
  await open(storedConnection(source, NOTION))
  await expect.element(page.getByRole('radio', { name: 'Log in to Notion' })).toBeChecked()
  await button('Test and connect')
  await button('Log in again')
})

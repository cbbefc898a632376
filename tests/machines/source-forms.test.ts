import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  type ConnectValues,
  connectMachine,
  enteredIn,
  fieldsOf,
  newConnection,
  storedConnection,
  takesToken,
} from '../../src/machines/knowledge/connect.machine.ts'
import { type CrawlValues, crawlMachine } from '../../src/machines/knowledge/crawl.machine.ts'
import type { ConnectionChoices, Connector, StartedSignIn } from '../../src/services/contract/connectors.ts'
import type { ConnectedSource, SourcePreview } from '../../src/services/contract/sources.ts'
import { idOf } from '../../src/texts/localized.ts'
import { serverCatalogueIn } from '../../tools/texts/catalogues.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { connectModel } from './connect.model.ts'
import { crawlModel, sourceFormModel } from './source-form.model.ts'

describeModel(sourceFormModel)
describeModel(crawlModel)
describeModel(connectModel)

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

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
const SIGNED_IN_ONLY = { ...NOTION, fields: NOTION.fields.filter(({ way }) => way !== 'token') }

const opened = (values: ReturnType<typeof newConnection>) => {
  const waits = <Output>() =>
    fromPromise<Output, { values: ConnectValues }>(() => new Promise<Output>(() => {}))
  const machine = connectMachine.provide({
    actors: { beginSignIn: waits<StartedSignIn>(), preview: waits<ConnectionChoices>() },
  })
  const actor = createActor(machine).start()
  actor.send({ type: 'form.opened', values })
  const type = (name: string, value: string) => actor.send({ type: 'field.changed', name, value })
  return { actor, type, values: () => actor.getSnapshot().context.values }
}

it('[42.1] a service is connected with a token at once, or by a log-in, and asks for what that needs', () => {
  const { actor, type, values } = opened(newConnection('k1', NOTION))
  expect(fieldsOf(values()).map(({ name }) => name)).toEqual(['url', 'token'])
  type('token', 'ntn_1')
  type('way', 'sign_in')
  expect(fieldsOf(values()).map(({ name }) => name)).toEqual(['url', 'client_id', 'client_secret'])
  actor.send({ type: 'form.submitted' })
  expect(Object.keys(actor.getSnapshot().context.fieldErrors)).toEqual(['client_id', 'client_secret'])
  type('client_id', 'c1')
  type('client_secret', 's1')
  // What was typed for the other way is not sent.
  expect(enteredIn(values())).toEqual({ url: 'https://api.notion.com', client_id: 'c1', client_secret: 's1' })
  actor.send({ type: 'form.submitted' })
  expect(actor.getSnapshot().value).toBe('leaving')
  type('way', 'token')
  actor.send({ type: 'form.submitted' })
  expect(actor.getSnapshot().value).toBe('previewing')
})

it('[42.1] a stored connection opens in the way in which it was made', () => {
  const stored = (settings: Record<string, string>) =>
    storedConnection(
      { url: 'https://api.notion.com', choices: [], settings } as unknown as ConnectedSource,
      NOTION,
    )
  expect(stored({ client_id: 'c1' })).toMatchObject({ way: 'sign_in', client_id: 'c1' })
  expect(stored({})).toMatchObject({ way: 'token' })
})

it('[42.1] a service without tokens is connected by a log-in alone', () => {
  expect([takesToken(NOTION), takesToken(SIGNED_IN_ONLY)]).toEqual([true, false])
  expect(newConnection('k1', SIGNED_IN_ONLY)).toMatchObject({ way: 'sign_in' })
})

it('why no page of a site can be read is said in the language of the interface', async () => {
  const german = serverCatalogueIn('de')
  const messages = Object.entries(german).map(([code, text]) => [idOf(code), compileMessage(text)])
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(messages) })
  const error = { code: 'unreachable', message: 'The server did not respond.', hint: 'Try again later.' }
  const preview = fromPromise<SourcePreview, { values: CrawlValues }>(async () => ({
    pages: [],
    skipped: [],
    is_whole: true,
    error,
  }))
  const actor = createActor(crawlMachine.provide({ actors: { preview } })).start()
  const values = { kind: 'site', url: 'https://example.com' } as const
  actor.send({ type: 'form.opened', values })
  actor.send({ type: 'form.submitted' })
  const { context } = await waitFor(actor, ({ context }) => 'url' in context.fieldErrors)
  expect(context.fieldErrors.url).toBe(`${german.unreachable} ${german['unreachable.hint']}`)
})

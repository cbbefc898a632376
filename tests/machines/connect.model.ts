import { connectMachine } from '../../src/machines/knowledge/connect.machine.ts'
import { modelOfSourceForm } from './source-form.model.ts'

const label = { code: 'field.address', text: 'Address' }

export const CONNECTOR = {
  kind: 'confluence',
  name: 'Confluence',
  choices: { code: 'choices.spaces', text: 'Spaces' },
  redirect_uri: 'https://lectern.example.com/api/v1/connectors/callback',
  hides_addresses: true,
  fields: [
    { name: 'url', label, hint: null, input: 'url', is_optional: false, preset: '', way: null },
    {
      name: 'token',
      label: { code: 'field.token', text: 'API token' },
      hint: null,
      input: 'secret',
      is_optional: false,
      preset: '',
      way: null,
    },
    {
      name: 'email',
      label: { code: 'field.email', text: 'Email address' },
      hint: null,
      input: 'email',
      is_optional: true,
      preset: '',
      way: null,
    },
  ],
}

export const connectModel = modelOfSourceForm(connectMachine, {
  opened: {
    knowledgeBaseId: 'k1',
    connector: CONNECTOR,
    way: 'sign_in',
    url: '',
    token: 'secret',
    email: '',
  },
  fields: [
    { name: 'url', value: 'https://wiki.example.com' },
    { name: 'url', value: 'wiki' },
    { name: 'token', value: '' },
    { name: 'chosen', value: ['101'] },
  ],
  found: { choices: [{ id: '101', name: 'Help' }], is_whole: true, tells_readers: true },
  nothing: { choices: [], is_whole: true, tells_readers: false },
  signedIn: {
    signedIn: { id: 'w1', settings: '{"url":"https://wiki.example.com","token":"secret"}' },
  },
})

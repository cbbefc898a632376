import {
  ChannelKindList,
  ChannelPatch,
  ConnectedChannel,
  ConnectedChannelList,
  NewChannel,
} from '../channels.ts'
import { Acknowledged } from '../common.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'
import { MANAGE, READ } from './phrases.ts'

/** Where assistants answer besides the app, the public page and the API. */
export const channels = {
  kinds: operation('GET /api/v1/channels', ChannelKindList, {
    summary: 'List the kinds of channels',
    who: 'self',
    keys: READ,
  }),
  list: operation('GET /api/v1/organizations/:organizationId/channels', ConnectedChannelList, {
    summary: 'List the channels',
    may: 'manage',
    keys: MANAGE,
  }),
  connect: operation('POST /api/v1/organizations/:organizationId/channels', ConnectedChannel, {
    summary: 'Connect a channel',
    description:
      'GET /api/v1/channels lists the kinds and their settings. The connection is tested before it is saved. People who write there are answered like visitors: only from knowledge that is open to everyone.',
    may: 'manage',
    verified: true,
    status: 201,
    body: NewChannel,
    example: {
      body: {
        kind: 'slack',
        integration_id: EXAMPLE_IDS.integration,
        settings: { url: 'https://slack.com', token: 'xoxb-token', signing_secret: 'secret' },
      },
    },
    refuses: {
      409: 'It is already connected, or the organization has reached its maximum number of channels.',
    },
  }),
  change: operation('PATCH /api/v1/organizations/:organizationId/channels/:id', ConnectedChannel, {
    summary: 'Update or pause a channel',
    may: 'manage',
    body: ChannelPatch,
    example: { body: { enabled: false } },
    refuses: { 409: 'It is already connected.' },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/channels/:id', Acknowledged, {
    summary: 'Remove a channel',
    description: 'Its conversations are kept.',
    may: 'manage',
  }),
}

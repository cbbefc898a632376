import type { organizationEntryMachine } from '../../src/machines/organizations/organization-entry.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { organization } from './samples.ts'

export const organizationEntryModel: Model<typeof organizationEntryMachine> = {
  events: () => [
    { type: 'organization.entered', organization: organization('c'), path: null },
    { type: 'organization.entered', organization: organization('c'), path: '/' },
    { type: 'page.requested', organizationId: null, path: '/settings' },
    { type: 'page.requested', organizationId: 'b', path: '/integrations/1' },
    { type: 'leaving.granted' },
    { type: 'leaving.refused' },
  ],
  answers: () => ({ awaitList: [undefined], awaitSwitch: [true, false] }),
  key: ({ context: { entered, page } }) => [entered?.path, page?.path],
  sentBy: { 'leaving.granted': 'askToLeave', 'leaving.refused': 'askToLeave' },
}

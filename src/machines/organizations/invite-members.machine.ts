import { EMAIL_PATTERN } from '../../services/contract/common.ts'
import {
  INVITATIONS_AT_ONCE_MAX,
  type InvitationResult,
  type InvitedRole,
} from '../../services/contract/invitations.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import type { FieldErrors } from '../shared/form/form.types.ts'

export interface InviteValues {
  /** As typed or pasted: separated by commas, semicolons, spaces or lines. */
  readonly addresses: string
  readonly role: InvitedRole
}

/** The addresses in a text, including `Ada <ada@example.com>`, without duplicates. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
      .map((address) => address.trim().toLowerCase())
      .filter((address) => address !== ''),
  ),
]

const problemsOf = ({ addresses }: InviteValues): FieldErrors => {
  const all = addressesIn(addresses)
  const wrong = all.find((address) => !EMAIL_PATTERN.test(address))
  if (all.length === 0) return { addresses: t('Enter at least one email address.') }
  if (all.length > INVITATIONS_AT_ONCE_MAX)
    return {
      addresses: t('You entered {count}. You can invite up to {invitationsAtOnceMax} at once.', {
        count: all.length,
        invitationsAtOnceMax: INVITATIONS_AT_ONCE_MAX,
      }),
    }
  return wrong === undefined ? {} : { addresses: t('“{wrong}” is not an email address.', { wrong }) }
}

/** The dialog that invites several people at once and shows the result for each. */
export const inviteMembersMachine = createFormMachine<InviteValues, readonly InvitationResult[]>({
  id: 'inviteMembers',
  description: 'Invites several people at once, and shows the result for each.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { addresses: '', role: 'editor' },
  validate: problemsOf,
  fallback: t('The invitations could not be sent. Please try again.'),
})

export type InviteMembersRef = FormRef<InviteValues, readonly InvitationResult[]>

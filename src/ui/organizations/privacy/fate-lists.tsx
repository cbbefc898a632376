import { chakra, Stack, Text } from '@chakra-ui/react'
import type { Fate, PersonalData, PersonalKind } from '../../../services/contract/personal-data.ts'
import { t } from '../../../texts/t.ts'

const COUNTED: Readonly<Record<PersonalKind, (count: number) => string>> = {
  account: () => t('Their account with name, email address and picture'),
  membership: () => t('Their membership and role'),
  groups: (count) =>
    t('{count, plural, one {# group or reader entry} other {# group or reader entries}}', {
      count,
    }),
  invitations: (count) => t('{count, plural, one {# invitation} other {# invitations}}', { count }),
  conversations: (count) =>
    t('{count, plural, one {# conversation} other {# conversations}}, with hand-overs', { count }),
  ratings: (count) => t('{count, plural, one {# rating} other {# ratings}}', { count }),
  visits: (count) =>
    t('{count, plural, one {# visitor of a public page} other {# visitors of public pages}}', { count }),
  replies: (count) =>
    t('{count, plural, one {# reply or note} other {# replies and notes}} in other people’s conversations', {
      count,
    }),
  work: (count) =>
    t('{count, plural, one {# item} other {# items}} they created, such as documents and assistants', {
      count,
    }),
  notifications: (count) => t('{count, plural, one {# notification} other {# notifications}}', { count }),
  webhooks: (count) => t('{count, plural, one {# webhook delivery} other {# webhook deliveries}}', { count }),
  mails: (count) => t('{count, plural, one {# email} other {# emails}} in the outbox', { count }),
  feedback: (count) =>
    t('{count, plural, one {# message} other {# messages}} to the operator of Lectern', { count }),
  audit: (count) => t('{count, plural, one {# entry} other {# entries}} in the audit log', { count }),
}

/** Kinds of data with their treatment, as shown to people. */
const keptAs = (kept: PersonalData['kept'], fate: Fate): string[] =>
  kept.filter((one) => one.fate === fate).map(({ kind, count }) => COUNTED[kind](count))

const FATES: readonly (readonly [Fate, string])[] = [
  ['deleted', t('Deleted on erasure')],
  ['unnamed', t('Kept without their name')],
  ['kept', t('Kept, because it belongs to them')],
]

/** The data kept about a person, by what an erasure does with it. */
export const FateLists = ({ kept }: Pick<PersonalData, 'kept'>) => (
  <Stack gap="3">
    {FATES.map(([fate, title]) => {
      const all = keptAs(kept, fate)
      if (all.length === 0) return null
      return (
        <div key={fate}>
          <Text textStyle="small" fontWeight="semibold">
            {title}
          </Text>
          <chakra.ul aria-label={title} color="ink.2" fontSize="md" listStyleType="disc" ps="5">
            {all.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </chakra.ul>
        </div>
      )
    })}
  </Stack>
)

import { Box } from '@chakra-ui/react'
import type { Member } from '../../services/contract/members.ts'
import { roleName } from '../../services/contract/roles.ts'
import { t } from '../../texts/t.ts'
import { CheckList } from './choice-list.tsx'
import { TextField, useFieldValue } from './form.tsx'
import { nameOf } from './person.ts'

/** Up to this number, no search is needed. */
const FEW = 8

interface PeopleListProps {
  name: string
  members: readonly Member[]
}

/** Any number of the members, in a form; in a long list, `find` filters, and chosen ones stay. */
export function PeopleList({ name, members }: PeopleListProps) {
  const find = String(useFieldValue('find')).trim().toLowerCase()
  const chosen = useFieldValue(name) as readonly string[]
  const shown = members.filter(
    (member) =>
      chosen.includes(member.user_id) || `${nameOf(member)} ${member.email}`.toLowerCase().includes(find),
  )
  return (
    <Box display="grid" gap="3">
      {members.length > FEW && <TextField name="find" label={t('Find people')} />}
      <CheckList
        name={name}
        label={t('People')}
        choices={shown.map((member) => ({
          id: member.user_id,
          label: nameOf(member),
          hint: roleName[member.role],
        }))}
        empty={t('No one matches.')}
      />
    </Box>
  )
}

import type { Member } from '../../services/contract/members.ts'
import { roleName } from '../../services/contract/roles.ts'
import { t } from '../../texts/t.ts'
import { CheckList } from './choice-list.tsx'
import { nameOf } from './person.ts'

interface PeopleListProps {
  name: string
  members: readonly Member[]
}

/** Any number of the members, in a form. */
export const PeopleList = ({ name, members }: PeopleListProps) => (
  <CheckList
    name={name}
    label={t('People')}
    find={t('Find people')}
    choices={members.map((member) => ({
      id: member.user_id,
      label: nameOf(member),
      hint: roleName[member.role],
      words: member.email,
    }))}
    empty=""
  />
)

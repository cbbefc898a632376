import { chakra, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../services/contract/audit.ts'
import { deviceOf } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { formatMoment } from '../../parts/format.ts'
import { ACTIONS, actorOf, detailsOf } from './words.ts'

const wide = '@media (min-width: 1024px)'

/** On a narrow window, each row is a card. */
export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <chakra.table
    width="full"
    fontSize="md"
    display={{ base: 'block', lg: 'table' }}
    borderCollapse="collapse"
    aria-label={t('Audit log')}
    css={{
      '& th, & td': { textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
      '& th': { fontWeight: 600, color: 'ink.2', fontSize: 'sm', padding: '.6rem .9rem .6rem 0' },
      '& tbody, & tbody tr, & td': { display: 'block' },
      '& td + td': { marginTop: '.35rem' },
      '& tbody tr': { borderTop: '1px solid', borderColor: 'rule', padding: '.75rem 0' },
      [wide]: {
        '& tbody': { display: 'table-row-group' },
        '& tbody tr': { display: 'table-row', padding: 0 },
        '& td': { display: 'table-cell', padding: '.6rem .9rem .6rem 0' },
        '& td:nth-of-type(3)': { whiteSpace: 'nowrap' },
        '& td:nth-of-type(4)': { minWidth: '9rem' },
      },
    }}
  >
    <chakra.thead hideBelow="lg">
      <tr>
        {[t('Event'), t('Who'), t('When'), t('Location')].map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </chakra.thead>
    <tbody>
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} />
      ))}
    </tbody>
  </chakra.table>
)

function Row({ entry }: { entry: AuditEntry }) {
  const { at, action, actor, api_key, target, address, device } = entry
  const name = actorOf(entry)
  return (
    <tr>
      <td>
        <Text as="span" fontWeight="semibold">
          {ACTIONS[action]}
        </Text>
        {target?.name && <Aside>{target.name}</Aside>}
        <Aside>{detailsOf(entry)}</Aside>
      </td>
      <td>
        <span dir="auto">{name}</span>
        {actor.email !== null && actor.email !== name && <Aside>{actor.email}</Aside>}
        {api_key !== null && <Aside>{t('with the API key {name}', { name: api_key.name })}</Aside>}
      </td>
      <td>
        <time dateTime={at}>{formatMoment(at)}</time>
      </td>
      <td>
        {address}
        {device !== '' && <Aside>{deviceOf(entry)}</Aside>}
      </td>
    </tr>
  )
}

const Aside = ({ children }: { children: ReactNode }) => (
  <Text as="span" color="ink.2" display="block" textStyle="small" dir="auto">
    {children}
  </Text>
)

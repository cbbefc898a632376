import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Restricted } from '../../../services/contract/readers.ts'
import { t } from '../../../texts/t.ts'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'

interface ClosedToYouProps {
  restricted: Readonly<Restricted> | null
  lead: string
  /** Opens the dialog of who reads or uses one of them. */
  action: (thing: Restricted[number]) => ReactNode
}

/** What the person manages without being one of those it is for: only the names are known. */
export function ClosedToYou({ restricted, lead, action }: ClosedToYouProps) {
  const closed = restricted?.filter(({ may_read }) => !may_read) ?? []
  if (closed.length === 0) return null
  return (
    <Box mt="9">
      <Section title={t('Closed to you')} lead={lead}>
        <Rows label={t('Closed to you')}>
          {closed.map((thing) => (
            <Row key={thing.id} title={thing.name} aside={action(thing)}>
              {t('{count, plural, =0 {No one} one {# group or person} other {# groups and people}}', {
                count: thing.group_ids.length + thing.user_ids.length,
              })}
            </Row>
          ))}
        </Rows>
      </Section>
    </Box>
  )
}

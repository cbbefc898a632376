import { Box } from '@chakra-ui/react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { t } from '../../../texts/t.ts'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { useResource, useResourceData } from '../../workspace.ts'
import { ReadersButton } from '../readers/readers-button.tsx'

interface ClosedBasesProps {
  organizationId: string
  actor: ChangeReadersRef
}

/** Those that the person manages without being a reader: only their names are known. */
export function ClosedBases({ organizationId, actor }: ClosedBasesProps) {
  const restricted = useResourceData(useResource('restrictedBases', { organizationId }))
  const closed = restricted?.filter(({ may_read }) => !may_read) ?? []
  if (closed.length === 0) return null
  return (
    <Box mt="9">
      <Section
        title={t('Closed to you')}
        lead={t('You can manage who reads these knowledge bases, but not read them.')}
      >
        <Rows label={t('Closed to you')}>
          {closed.map((base) => (
            <Row key={base.id} title={base.name} aside={<ReadersButton base={base} actor={actor} />}>
              {t('{count, plural, =0 {No readers} one {# group or person} other {# groups and people}}', {
                count: base.group_ids.length + base.user_ids.length,
              })}
            </Row>
          ))}
        </Rows>
      </Section>
    </Box>
  )
}

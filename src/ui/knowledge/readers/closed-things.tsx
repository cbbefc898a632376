import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import type { Restricted } from '../../../services/contract/readers.ts'
import { t } from '../../../texts/t.ts'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { ReadersButton } from './readers-button.tsx'

interface ClosedToYouProps {
  restricted: Readonly<Restricted> | null
  lead: string
  /** Opens the dialog of one's readers or users. */
  action: (thing: Restricted[number]) => ReactNode
}

/** Things that the person manages without access to them: only the names are shown. */
export function ClosedToYou({ restricted, lead, action }: ClosedToYouProps) {
  const closed = restricted?.filter(({ may_read }) => !may_read) ?? []
  if (closed.length === 0) return null
  return (
    <Box mt="9">
      <Section title={t('Managed without access')} lead={lead}>
        <Rows label={t('Managed without access')}>
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

interface ClosedThingsProps {
  of: 'base' | 'assistant'
  actor: ChangeReadersRef
}

/** The knowledge bases or assistants that the person manages but cannot open. */
export function ClosedThings({ of, actor }: ClosedThingsProps) {
  const organizationId = useOrganizationId()
  const restricted = useResourceData(
    useResource(of === 'base' ? 'restrictedBases' : 'restrictedAssistants', { organizationId }),
  )
  return (
    <ClosedToYou
      restricted={restricted}
      lead={
        of === 'base'
          ? t('You can manage who reads these knowledge bases, but not read them.')
          : t('You can choose who uses these assistants, but not use them.')
      }
      action={(thing) => <ReadersButton of={of} thing={thing} actor={actor} />}
    />
  )
}

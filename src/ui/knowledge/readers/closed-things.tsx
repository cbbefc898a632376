import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { t } from '../../../texts/t.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { ClosedToYou } from './closed-to-you.tsx'
import { ReadersButton } from './readers-button.tsx'

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

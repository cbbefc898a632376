import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { t } from '../../../texts/t.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { ClosedToYou } from '../readers/closed-to-you.tsx'
import { ReadersButton } from '../readers/readers-button.tsx'

interface ClosedBasesProps {
  organizationId: string
  actor: ChangeReadersRef
}

export function ClosedBases({ organizationId, actor }: ClosedBasesProps) {
  const restricted = useResourceData(useResource('restrictedBases', { organizationId }))
  return (
    <ClosedToYou
      restricted={restricted}
      lead={t('You can manage who reads these knowledge bases, but not read them.')}
      action={(base) => <ReadersButton base={base} actor={actor} />}
    />
  )
}

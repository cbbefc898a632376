import { Lock } from 'lucide-react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { openReaders } from './open-readers.ts'

interface ReadersButtonProps {
  base: { readonly id: string; readonly name: string }
  actor: ChangeReadersRef
}

/** Opens the dialog of who can read a knowledge base, once it is known who can. */
export function ReadersButton({ base: { id, name }, actor }: ReadersButtonProps) {
  const organizationId = useOrganizationId()
  const restricted = useResourceData(useResource('restrictedBases', { organizationId }))
  const me = useResourceData(useResource('me', {}))?.id
  const found = restricted?.find((base) => base.id === id)
  const open = () => openReaders(actor, { knowledge_base_id: id, document_ids: [], name, me, found })
  return (
    <Button disabled={restricted === null} onClick={open} aria-label={t('Who can read {name}', { name })}>
      <Lock aria-hidden />
      {t('Readers')}
    </Button>
  )
}

import { Lock } from 'lucide-react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { openReaders } from './open-readers.ts'

interface ReadersButtonProps {
  of: 'base' | 'assistant'
  thing: { readonly id: string; readonly name: string }
  actor: ChangeReadersRef
}

/** Opens the dialog of who can read a knowledge base or use an assistant, once the readers are loaded. */
export function ReadersButton({ of, thing: { id, name }, actor }: ReadersButtonProps) {
  const organizationId = useOrganizationId()
  const isBase = of === 'base'
  const restricted = useResourceData(
    useResource(isBase ? 'restrictedBases' : 'restrictedAssistants', { organizationId }),
  )
  const me = useResourceData(useResource('me', {}))?.id
  const found = restricted?.find((one) => one.id === id)
  const open = () =>
    openReaders(actor, { ...(isBase ? { knowledge_base_id: id } : { assistant_id: id }), name, me, found })
  return (
    <Button
      disabled={restricted === null}
      onClick={open}
      aria-label={isBase ? t('Who can read {name}', { name }) : t('Who can use {name}', { name })}
    >
      <Lock aria-hidden />
      {isBase ? t('Readers') : t('Who can use it')}
    </Button>
  )
}

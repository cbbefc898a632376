import { Lock } from 'lucide-react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

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
  const open = () =>
    actor.send({
      type: 'form.opened',
      values: {
        knowledge_base_id: id,
        name,
        access: found ? 'named' : 'everyone',
        group_ids: found?.group_ids ?? [],
        // Whoever closes it to others rarely means to close it to themselves.
        user_ids: found?.user_ids ?? (me ? [me] : []),
      },
    })
  return (
    <Button disabled={restricted === null} onClick={open} aria-label={t('Who can read {name}', { name })}>
      <Lock aria-hidden />
      {t('Readers')}
    </Button>
  )
}

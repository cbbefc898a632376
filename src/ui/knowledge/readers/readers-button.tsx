import { Lock } from 'lucide-react'
import type { ChangeReadersRef, ReadersValues } from '../../../machines/knowledge/change-readers.machine.ts'
import type { Restricted } from '../../../services/contract/readers.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

interface Opened
  extends Pick<ReadersValues, 'of' | 'id' | 'name'>,
    Partial<Pick<ReadersValues, 'document_ids' | 'sharing'>> {
  me: string | undefined
  /** Its current readers; undefined if it is for everyone. */
  found: Restricted[number] | undefined
}

/** Opens the dialog of who can read or use something. */
export const openReaders = (actor: ChangeReadersRef, { me, found, ...thing }: Opened) =>
  actor.send({
    type: 'form.opened',
    values: {
      ...thing,
      access: found ? 'named' : 'everyone',
      group_ids: found?.group_ids ?? [],
      // A person who closes it to others rarely means to close it to themselves.
      user_ids: found?.user_ids ?? (me ? [me] : []),
    },
  })

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
  const open = () => openReaders(actor, { of, id, name, me, found })
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

import type { ChangeReadersRef, ReadersValues } from '../../../machines/knowledge/change-readers.machine.ts'
import type { Restricted } from '../../../services/contract/readers.ts'

interface Opened
  extends Partial<Pick<ReadersValues, 'assistant_id' | 'knowledge_base_id' | 'document_ids' | 'sharing'>> {
  name: string
  me: string | undefined
  /** Its readers as they are; undefined where it is for everyone. */
  found: Restricted[number] | undefined
}

/** Opens the dialog of who can read something, or use it. */
export const openReaders = (actor: ChangeReadersRef, { me, found, ...thing }: Opened) =>
  actor.send({
    type: 'form.opened',
    values: {
      ...thing,
      access: found ? 'named' : 'everyone',
      group_ids: found?.group_ids ?? [],
      // Whoever closes it to others rarely means to close it to themselves.
      user_ids: found?.user_ids ?? (me ? [me] : []),
    },
  })

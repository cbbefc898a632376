import type { ChangeReadersRef, ReadersValues } from '../../../machines/knowledge/change-readers.machine.ts'
import type { Restricted } from '../../../services/contract/readers.ts'

interface Opened
  extends Partial<Pick<ReadersValues, 'assistant_id' | 'knowledge_base_id' | 'document_ids' | 'sharing'>> {
  name: string
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

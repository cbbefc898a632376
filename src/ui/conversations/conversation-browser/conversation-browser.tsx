import { useSelector } from '@xstate/react'
import { selectSearch } from '../../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { ListColumn, NoneChosen } from '../../parts/beside.tsx'
import { FillBeside } from '../../parts/fill.tsx'
import { useProvidedActor } from '../../provided.ts'
import { DeleteConversationDialog } from '../delete-conversation-dialog.tsx'
import { type Browsed, browserPath, filterIn } from './browsed.ts'
import { ConversationList } from './conversation-list.tsx'
import { Filters } from './filters.tsx'
import { PastConversation } from './past-conversation.tsx'

/** A list of conversations with one beside it: `?conversation=` names that one, the rest of the address filters. */
export function ConversationBrowser({ browsed }: { browsed: Browsed }) {
  const search = new URLSearchParams(useSelector(useActors().navigation, selectSearch))
  const id = search.get('conversation')
  const filter = filterIn(search)
  const deletion = useProvidedActor('deleteConversation')
  const listPath = browserPath(browsed.path, filter, null)
  return (
    <FillBeside>
      <ListColumn title={browsed.title} isBeside={id !== null}>
        <Filters browsed={browsed} filter={filter} shownId={id} />
        <ConversationList key={listPath} browsed={browsed} filter={filter} shownId={id} />
      </ListColumn>
      {id === null ? (
        <NoneChosen>{t('Select a conversation.')}</NoneChosen>
      ) : (
        <PastConversation key={id} title={browsed.title} listPath={listPath} id={id} deletion={deletion} />
      )}
      <DeleteConversationDialog actor={deletion} />
    </FillBeside>
  )
}

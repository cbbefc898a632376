import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { selectSearch } from '../../../machines/shell/navigation/navigation.selectors.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FillBeside } from '../../parts/fill.tsx'
import { Rich } from '../../parts/rich.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import type { Browsed } from './browsed.ts'
import { ConversationList } from './conversation-list.tsx'
import { browserPath, filterIn } from './filter.ts'
import { Filters } from './filters.tsx'
import { ListColumn } from './list-column.tsx'
import { PastConversation } from './past-conversation.tsx'

/** A list of conversations and one of them beside it: `?conversation=` names that one, the rest of the address filters. */
export function ConversationBrowser({ browsed }: { browsed: Browsed }) {
  const search = new URLSearchParams(useSelector(useActors().navigation, selectSearch))
  const id = search.get('conversation')
  const filter = filterIn(search)
  const deletion = useViewActor(useProvided('deleteConversation'))
  const listPath = browserPath(browsed.path, filter, null)
  return (
    <FillBeside>
      <ListColumn title={browsed.title} isBeside={id !== null}>
        <Filters browsed={browsed} filter={filter} shownId={id} />
        <ConversationList key={listPath} browsed={browsed} filter={filter} shownId={id} />
      </ListColumn>
      {id === null ? (
        <Flex hideBelow="lg" align="center" justify="center" p="11">
          <Text textStyle="section" fontStyle="italic" color="ink.2">
            {t('Select a conversation.')}
          </Text>
        </Flex>
      ) : (
        <PastConversation key={id} title={browsed.title} listPath={listPath} id={id} deletion={deletion} />
      )}
      <ConfirmDialog
        actor={deletion}
        title={(title) => t('Delete “{title}”?', { title })}
        confirm={t('Delete conversation')}
        busy={t('Deleting…')}
      >
        <Rich
          text={t('The conversation is deleted for everyone. <0>This cannot be undone.</0>')}
          parts={[<b />]}
        />
      </ConfirmDialog>
    </FillBeside>
  )
}

import { Flex, Heading } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { History, MoonStar, Plus, Sun, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { ThemeRef } from '../../../machines/shell/theme.machine.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { AssistantAvatar } from '../../conversations/conversation/assistant-avatar.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import type { ShareActors } from './share-parts.ts'

/** News for the framing page: `closed` asks it to close the frame; `closable` says that Close is shown in it. */
export type SiteNews = 'closed' | 'closable' | 'unclosable'

interface ShareHeaderProps {
  page: SharePage
  conversation: ConversationRef
  actors: ShareActors
  tellSite: ((news: SiteNews) => void) | null
}

/** The answering assistant, and the other actions. */
export function ShareHeader({ page, conversation, actors, tellSite }: ShareHeaderProps) {
  const started = useSelector(conversation, ({ context }) => context.messages.length > 0)
  const mayRestart = useSelector(conversation, (snapshot) => snapshot.can({ type: 'conversation.restarted' }))
  const { visitorConversations } = actors
  useEffect(() => {
    tellSite?.('closable')
    return () => tellSite?.('unclosable')
  }, [tellSite])
  return (
    <Flex
      as="header"
      position="relative"
      align="center"
      gap="3"
      px={{ base: '4', md: '6' }}
      py="2.5"
      borderBottom="1px solid"
      borderColor="rule"
      bg="sheet"
    >
      <AssistantAvatar of={page} size="36px" />
      <Heading as="h1" textStyle="section" flex="1" minWidth={0} truncate>
        {page.name}
      </Heading>
      {started && (
        <Button
          variant="ghost"
          size="sm"
          disabled={!mayRestart}
          onClick={() => conversation.send({ type: 'conversation.restarted' })}
        >
          <Plus aria-hidden />
          {t('New')}
        </Button>
      )}
      {visitorConversations && (
        <IconButton
          label={t('Earlier conversations')}
          onClick={() => visitorConversations.send({ type: 'list.opened' })}
        >
          <History aria-hidden />
        </IconButton>
      )}
      {tellSite ? (
        <IconButton label={t('Close')} onClick={() => tellSite('closed')}>
          <X aria-hidden />
        </IconButton>
      ) : (
        <ThemeSwitch theme={actors.theme} />
      )}
    </Flex>
  )
}

const NEXT = { system: 'dark', dark: 'light', light: 'system' } as const
const SAID = { system: t('Theme: system'), dark: t('Theme: dark'), light: t('Theme: light') } as const

function ThemeSwitch({ theme }: { theme: ThemeRef }) {
  const choice = useSelector(theme, ({ value }) => value)
  return (
    <IconButton
      label={SAID[choice]}
      onClick={() => theme.send({ type: 'theme.picked', choice: NEXT[choice] })}
    >
      {choice === 'light' ? <Sun aria-hidden /> : <MoonStar aria-hidden />}
    </IconButton>
  )
}

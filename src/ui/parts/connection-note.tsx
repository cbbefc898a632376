import { chakra, Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { selectConnectionOf } from '../../machines/connection/connections/connections.machine.ts'
import type { Connection, ConnectionName } from '../../machines/connection/connections/connections.types.ts'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { Button } from './button.tsx'

/** The message; empty while all is well, or while the page is not visible. */
const notes: Partial<Record<Connection, string>> = {
  reconnecting: t('Reconnecting…'),
  offline: t('You are offline.'),
  rateLimited: t('Live updates are paused for a minute.'),
  givenUp: t('Live updates are off.'),
  stopped: t('Live updates have ended. Reload the page to see changes.'),
}

/** Says when the content does not update automatically, and offers to reconnect. */
export function ConnectionNote({ name }: { name: ConnectionName }) {
  const connections = useSelector(useActors().app, ({ children }) => children.connections)!
  const connection = useSelector(connections, selectConnectionOf(name))
  const note = notes[connection]
  return (
    <Flex role="status" align="center" gap="2" fontSize="sm" color="ink.2" _empty={{ position: 'absolute' }}>
      {note && (
        <>
          <chakra.span
            aria-hidden
            width="2"
            height="2"
            borderRadius="full"
            bg="caution"
            flexShrink={0}
            animation={connection === 'reconnecting' ? 'breathe 1.6s ease-in-out infinite' : undefined}
          />
          {note}
        </>
      )}
      {connection === 'givenUp' && (
        <Button
          variant="link"
          size="inline"
          onClick={() => connections.send({ type: 'reconnect.requested', name })}
        >
          {t('Reconnect')}
        </Button>
      )}
    </Flex>
  )
}

import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ComponentProps, ReactNode } from 'react'
import type { ActorRef, Snapshot } from 'xstate'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'

/** A line that teaches what will be here, and the one next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Flex
      border="1px dashed"
      borderColor="rule.2"
      borderRadius="lg"
      px={{ base: '5', md: '7' }}
      py="7"
      gap="6"
      align="center"
      wrap="wrap"
    >
      <Box flex="1 1 18rem">
        <Text textStyle="section" fontStyle="italic">
          {title}
        </Text>
        {children && (
          <Text color="ink.2" mt="1.5" fontSize="md" maxWidth="34rem">
            {children}
          </Text>
        )}
      </Box>
      {action}
    </Flex>
  )
}

/** An error, with actions. */
export function ErrorState({
  message,
  onRetry,
  children,
}: {
  message: string
  /** None if the server would refuse again. */
  onRetry: (() => void) | undefined
  /** Other actions. */
  children?: ReactNode
}) {
  return (
    <Flex
      direction="column"
      role="alert"
      gap="4"
      align="flex-start"
      borderInlineStart="3px solid"
      borderColor="accent"
      ps="5"
      py="2"
    >
      <Text textStyle="section" fontStyle="italic">
        {onRetry ? t('This could not be loaded.') : t('This can’t be shown.')}
      </Text>
      <Text color="ink.2">{message}</Text>
      <Flex gap="3" wrap="wrap">
        {onRetry && <Button onClick={onRetry}>{t('Try Again')}</Button>}
        {children}
      </Flex>
    </Flex>
  )
}

const RETRY = { type: 'retry.requested' } as const

/** Takes the event if trying again can help. */
type RetriedRef = ActorRef<Snapshot<unknown> & { can: (event: typeof RETRY) => boolean }, typeof RETRY>

const useMayRetry = (actor: RetriedRef) => useSelector(actor, (snapshot) => snapshot.can(RETRY))

/** Try Again, unless the server refused and would refuse again. */
export const RetryButton = ({ actor, ...props }: ComponentProps<typeof Button> & { actor: RetriedRef }) =>
  useMayRetry(actor) && (
    <Button {...props} onClick={() => actor.send(RETRY)}>
      {t('Try Again')}
    </Button>
  )

interface FailedReadProps {
  actor: RetriedRef
  message: string | null
  /** Actions if it cannot. */
  children?: ReactNode
}

/** A failed read of an actor: Try Again, unless the server refused and would refuse again. */
export function FailedRead({ actor, message, children }: FailedReadProps) {
  const mayRetry = useMayRetry(actor)
  return (
    <ErrorState message={message ?? ''} onRetry={mayRetry ? () => actor.send(RETRY) : undefined}>
      {!mayRetry && children}
    </ErrorState>
  )
}

/** A failed read below the content that stays: one line. */
export const FailedLine = ({ actor, message }: Omit<FailedReadProps, 'children'>) => (
  <Flex role="alert" align="center" justify="space-between" gap="3" px="4" py="4">
    <Text fontSize="md">{message}</Text>
    <RetryButton actor={actor} size="sm" />
  </Flex>
)

/** A 404 for a part of a screen, or for a list: the rest of the screen stays. */
export const NotOffered = () => (
  <Text role="status" color="ink.2" py="2">
    {t('Not found. It was deleted, or your server does not offer it.')}
  </Text>
)

interface SkeletonLineProps {
  width?: string
  /**
   * The height of a line of text, a title, or a button. A block of several lines would not have the shape of the
   * content.
   */
  height?: '.75em' | '1em' | '1.5em' | '2em' | '2.6em' | '3.4em'
}

export const BREATHING = 'breathe 1.6s ease-in-out infinite'

/** A line of the real shape, breathing. */
export const SkeletonLine = ({ width = '100%', height = '1em' }: SkeletonLineProps) => (
  <Box bg="rule" borderRadius="xs" width={width} maxWidth="full" height={height} animation={BREATHING} />
)

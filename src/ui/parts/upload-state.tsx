import { Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { UploadRef } from '../../machines/knowledge/upload.machine.ts'
import { t } from '../../texts/t.ts'
import { UpgradeOffer } from '../billing/upgrade-offer.tsx'
import { Button } from './button.tsx'
import { listed } from './format.ts'
import { ProgressBar } from './progress-bar.tsx'
import { RetryButton } from './states.tsx'

/** Progress and results of the files. */
export function UploadState({ actor }: { actor: UploadRef }) {
  const busy = useSelector(actor, (upload) => upload.hasTag('busy'))
  const reported = useSelector(actor, (upload) => upload.hasTag('report'))
  if (busy) return <Sending actor={actor} />
  return reported ? <Report actor={actor} /> : null
}

function Sending({ actor }: { actor: UploadRef }) {
  const { sending, waiting, progress } = useSelector(actor, ({ context }) => context)
  return (
    <Flex align="center" gap="4" role="status">
      <Text fontSize="md" whiteSpace="nowrap">
        {t('Sending {sending, plural, =0 {no files} one {# file} other {# files}}', {
          sending: sending.length,
        })}
        {waiting.length > 0 && ` · ${t('{waiting, number} waiting', { waiting: waiting.length })}`}
      </Text>
      <ProgressBar label={t('Upload')} value={progress} />
      <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'upload.cancelled' })}>
        {t('Cancel')}
      </Button>
    </Flex>
  )
}

function Report({ actor }: { actor: UploadRef }) {
  const { accepted, unchanged, refusals, error } = useSelector(actor, ({ context }) => context)
  const failed = useSelector(actor, (upload) => upload.matches('failed'))
  return (
    <Stack
      role="status"
      gap="2"
      borderInlineStart="3px solid"
      borderColor={refusals.length > 0 || failed ? 'accent' : 'good'}
      ps="4"
    >
      <Flex justify="space-between" align="baseline" gap="4">
        <Text fontWeight="semibold" fontSize="md">
          {failed ? error : report(accepted, unchanged, refusals.length)}
        </Text>
        <Flex gap="3" flexShrink={0}>
          <RetryButton actor={actor} size="sm" />
          <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'report.dismissed' })}>
            {t('Dismiss')}
          </Button>
        </Flex>
      </Flex>
      <Namesakes actor={actor} />
      {refusals.map(({ name, reason, code }, place) => (
        <Text key={place} fontSize="md" color="ink.2" overflowWrap="anywhere">
          <Text as="b" color="ink">
            {name}
          </Text>{' '}
          — {reason}
          <UpgradeOffer code={code} />
        </Text>
      ))}
    </Stack>
  )
}

/** Asks what happens to files named like existing documents. */
function Namesakes({ actor }: { actor: UploadRef }) {
  const asking = useSelector(actor, (upload) => upload.matches('asking'))
  const namesakes = useSelector(actor, ({ context }) => context.namesakes)
  if (!asking) return null
  return (
    <Stack gap="2" align="start">
      <Text fontSize="md" overflowWrap="anywhere">
        {t(
          '{count, plural, one {A document named “{name}” already exists.} other {# files have the same names as documents, including “{name}”.}} Replace, or keep both?',
          { count: namesakes.length, name: namesakes[0]?.name ?? '' },
        )}
      </Text>
      <Flex gap="3" wrap="wrap">
        <Button size="sm" onClick={() => actor.send({ type: 'namesakes.decided', sameName: 'replace' })}>
          {t('Replace')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => actor.send({ type: 'namesakes.decided', sameName: 'keep' })}
        >
          {t('Keep Both')}
        </Button>
      </Flex>
    </Stack>
  )
}

/** `2 files added, 1 skipped because it is here already and 1 refused.` */
const report = (accepted: number, unchanged: number, refused: number) =>
  `${listed([
    t('{accepted, plural, =0 {No files} one {# file} other {# files}} added', { accepted }),
    ...(unchanged > 0 ? [t('{unchanged} skipped (already here)', { unchanged })] : []),
    ...(refused > 0
      ? [t('{refused, plural, =0 {no files} one {# file} other {# files}} refused', { refused })]
      : []),
  ])}.`

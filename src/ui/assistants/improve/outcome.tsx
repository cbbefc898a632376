import { Grid, Spinner, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ImproveAnswerRef } from '../../../machines/assistants/improve-answer/improve-answer.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Notice } from '../../parts/form.tsx'
import { Version } from './version.tsx'

/** The result: the old answer, and the new one beside it. */
export function Outcome({ actor }: { actor: ImproveAnswerRef }) {
  const phase = useSelector(actor, ({ value }) => (value === 'closed' ? value : value.open))
  const canWriteMore = useSelector(actor, (dialog) => dialog.hasTag('canWriteMore'))
  const { subject, after, error } = useSelector(actor, ({ context }) => context)
  const retry = () => actor.send({ type: 'retry.requested' })
  const hasBefore = subject?.before != null
  return (
    <>
      <DialogBody display="grid" gap="5">
        <Text fontFamily="heading" fontSize="1.25rem" lineHeight="short" overflowWrap="anywhere">
          {subject?.question}
        </Text>
        <div aria-live="polite">
          {phase === 'indexing' && <Step>{t('Reading the document…')}</Step>}
          {phase === 'asking' && <Step>{t('Asking the question again…')}</Step>}
          {phase === 'filled' && (
            <Notice tone="good">{t('The assistant can answer this now. The gap is closed.')}</Notice>
          )}
          {phase === 'improved' && (
            <Notice tone="good">{t('The assistant now answers from this document.')}</Notice>
          )}
          {phase === 'answeredOtherwise' && (
            <Notice tone="caution">
              {subject?.gapIds.length
                ? t('The assistant answers, but not from this document. The gap stays open.')
                : t('The assistant answers, but not from this document.')}
            </Notice>
          )}
          {phase === 'stillOpen' && (
            <Notice tone="caution">
              {t('The assistant still cannot find an answer. Use the words that people ask with.')}
            </Notice>
          )}
          {phase === 'failed' && <Notice tone="error">{error}</Notice>}
        </div>
        <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(auto-fit, minmax(0, 1fr))' }}>
          {hasBefore && <Version title={t('Before')} answer={subject.before} />}
          {(hasBefore || after) && <Version title={t('After')} answer={after} />}
        </Grid>
      </DialogBody>
      <DialogFooter>
        {canWriteMore && <Button onClick={retry}>{t('Improve further')}</Button>}
        {phase === 'failed' && <Button onClick={retry}>{t('Try Again')}</Button>}
        <Button
          variant={phase === 'filled' || phase === 'improved' ? 'primary' : 'outline'}
          onClick={() => actor.send({ type: 'form.closed' })}
        >
          {t('Close')}
        </Button>
      </DialogFooter>
    </>
  )
}

const Step = ({ children }: { children: string }) => (
  <Text display="flex" gap="2.5" alignItems="center" color="ink.2">
    <Spinner aria-hidden />
    {children}
  </Text>
)

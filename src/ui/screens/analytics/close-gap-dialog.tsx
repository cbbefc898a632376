import { Spinner, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { CloseGapRef } from '../../../machines/close-gap/close-gap.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, Notice, SubmitButton, TextField } from '../../parts/form.tsx'
import { Markdown } from '../../parts/markdown.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

/** Writing the answer, and what became of the question after it. */
export function CloseGapDialog({ actor }: { actor: CloseGapRef }) {
  const open = useSelector(actor, (dialog) => dialog.hasTag('open'))
  const locked = useSelector(actor, (dialog) => dialog.hasTag('busy'))
  const isWriting = useSelector(actor, (dialog) => dialog.hasTag('writing'))
  return (
    <Dialog
      open={open}
      locked={locked}
      title={t('Write the answer')}
      form={actor}
      onClose={() => actor.send({ type: 'form.closed' })}
    >
      {isWriting ? <Writing actor={actor} locked={locked} /> : <Outcome actor={actor} />}
    </Dialog>
  )
}

function Writing({ actor, locked }: { actor: CloseGapRef; locked: boolean }) {
  const organizationId = useOrganizationId()
  const knowledgeBases = useResourceData(useResource('knowledgeBases', { organizationId })) ?? []
  return (
    <Form actor={actor} gap="0">
      <DialogBody display="grid" gap="4">
        <FormError />
        <TextField name="question" label={t('Question')} maxLength={300} required />
        <TextField name="answer" label={t('Answer')} rows={6} maxLength={8000} required autoFocus />
        <SelectField
          name="knowledge_base_id"
          label={t('Knowledge base')}
          options={knowledgeBases.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('Choose one')}
          required
        />
      </DialogBody>
      <DialogFooter>
        <Button disabled={locked} onClick={() => actor.send({ type: 'form.closed' })}>
          {t('Cancel')}
        </Button>
        <SubmitButton busy={t('Saving…')}>{t('Save and ask again')}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

function Outcome({ actor }: { actor: CloseGapRef }) {
  const phase = useSelector(actor, ({ value }) => value)
  const { gap, reply, error } = useSelector(actor, ({ context }) => context)
  const close = () => actor.send({ type: 'form.closed' })
  const retry = () => actor.send({ type: 'retry.requested' })
  return (
    <>
      <DialogBody display="grid" gap="4" aria-live="polite">
        <Text fontFamily="heading" fontSize="1.25rem" lineHeight="short">
          {gap?.question}
        </Text>
        {phase === 'indexing' && <Step>{t('Reading the answer…')}</Step>}
        {phase === 'asking' && <Step>{t('Asking the question again…')}</Step>}
        {phase === 'filled' && <Notice tone="good">{t('The assistant can answer this now.')}</Notice>}
        {phase === 'stillOpen' && (
          <Notice tone="caution">
            {t('The assistant still cannot find an answer. Use the words people ask with.')}
          </Notice>
        )}
        {phase === 'failed' && <Notice tone="error">{error}</Notice>}
        {reply && <Markdown source={reply.content} streaming={false} cite={asMark} />}
      </DialogBody>
      <DialogFooter>
        {phase === 'stillOpen' && <Button onClick={retry}>{t('Write more')}</Button>}
        {phase === 'failed' && <Button onClick={retry}>{t('Try Again')}</Button>}
        <Button variant={phase === 'filled' ? 'primary' : 'outline'} onClick={close}>
          {t('Close')}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Its sources are read in Chat History. */
const asMark = (n: number, key: string) => <sup key={key}>{n}</sup>

const Step = ({ children }: { children: string }) => (
  <Text display="flex" gap="2.5" alignItems="center" color="ink.2">
    <Spinner aria-hidden />
    {children}
  </Text>
)

import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ImproveAnswerRef } from '../../../machines/assistants/improve-answer/improve-answer.machine.ts'
import type { ImproveWay } from '../../../machines/assistants/improve-answer/improve-answer.setup.ts'
import { DOCUMENT_NAME_MAX, FAQ_ANSWER_MAX, TYPED_TEXT_MAX } from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { DialogBody, DialogFooter } from '../../parts/dialog.tsx'
import { Form, FormError, SubmitButton, TextField } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QueryForm } from '../../parts/query-form.tsx'
import { FieldView } from '../../parts/resource-view.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { PassageField } from './passage-field.tsx'

const WAYS: readonly { value: ImproveWay; label: string }[] = [
  { value: 'pair', label: t('Answer') },
  { value: 'passage', label: t('Passage') },
  { value: 'text', label: t('Document') },
]

const LEADS: Record<ImproveWay, string> = {
  pair: t('The question and its answer become an approved document that assistants can quote.'),
  passage: t(
    'Choose the passage that should have been found. It becomes a golden question, so that you can see from now on whether it is found.',
  ),
  text: t(
    'Write what is missing from the documents. You can use Markdown. Each heading starts a new passage.',
  ),
}

/** One of three ways to improve an answer; texts typed in the others are kept. */
export function Writing({ actor, locked }: { actor: ImproveAnswerRef; locked: boolean }) {
  const { subject, way } = useSelector(actor, ({ context }) => context)
  const search = useSelector(actor, ({ children }) => children.passageSearch)
  return (
    <>
      <DialogBody display="grid" gap="4" pb="0">
        <Text fontFamily="heading" fontSize="1.25rem" lineHeight="short" overflowWrap="anywhere">
          {subject?.question}
        </Text>
        <Segmented
          legend={t('Improvement')}
          options={WAYS}
          chosen={way}
          onChoose={(chosen) => actor.send({ type: 'way.chosen', way: chosen })}
        />
        <Text textStyle="small" color="ink.2">
          {LEADS[way]}
        </Text>
        {way === 'passage' && search && (
          <QueryForm
            actor={search}
            label={t('Search the documents')}
            placeholder={t('A question, or a few words')}
          />
        )}
      </DialogBody>
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {way === 'pair' && (
            <>
              <TextField name="question" label={t('Question')} maxLength={DOCUMENT_NAME_MAX} required />
              <TextField
                name="answer"
                label={t('Answer')}
                rows={6}
                maxLength={FAQ_ANSWER_MAX}
                required
                autoFocus
              />
            </>
          )}
          {way === 'text' && (
            <>
              <TextField name="name" label={t('Name')} maxLength={DOCUMENT_NAME_MAX} required />
              <TextField name="text" label={t('Text')} rows={8} maxLength={TYPED_TEXT_MAX} required />
            </>
          )}
          {way === 'passage'
            ? search && <PassageField search={search} />
            : subject && <AssistantBase assistantId={subject.integrationId} />}
        </DialogBody>
        <DialogFooter>
          <Button disabled={locked} onClick={() => actor.send({ type: 'form.closed' })}>
            {t('Cancel')}
          </Button>
          <SubmitButton busy={t('Saving…')}>{t('Save and ask again')}</SubmitButton>
        </DialogFooter>
      </Form>
    </>
  )
}

/** Selects the assistant’s knowledge base that it is added to. */
function AssistantBase({ assistantId }: { assistantId: string }) {
  const organizationId = useOrganizationId()
  const bases = useResource('knowledgeBases', { organizationId })
  const assistants = useResource('integrations', { organizationId })
  const label = t('Knowledge base')
  return (
    <FieldView label={label} resource={assistants}>
      {(all) => {
        const ids = all.find(({ id }) => id === assistantId)?.knowledge_base_ids ?? []
        return ids.length === 0 ? (
          <Notice tone="caution">
            {t('This assistant has nothing to search.')}{' '}
            <Link to={`/integrations/${assistantId}/settings`}>{t('Choose knowledge bases')}</Link>
          </Notice>
        ) : (
          <FieldView label={label} resource={bases}>
            {(list) => (
              <SelectField
                name="knowledgeBaseId"
                label={label}
                options={list
                  .filter(({ id }) => ids.includes(id))
                  .map(({ id, name }) => ({ value: id, label: name }))}
                placeholder={t('Choose one')}
                required
              />
            )}
          </FieldView>
        )
      }}
    </FieldView>
  )
}

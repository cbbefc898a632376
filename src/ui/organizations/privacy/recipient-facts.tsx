import { Text } from '@chakra-ui/react'
import type { Recipient, RecipientKind } from '../../../services/contract/privacy.ts'
import { t } from '../../../texts/t.ts'
import type { Fact } from './facts.tsx'

const NAMES: Readonly<Record<RecipientKind, string>> = {
  language_model: t('Language model'),
  embeddings: t('Semantic search'),
  reranking: t('Passage ranking'),
  mail: t('Email'),
  files: t('File storage'),
  payments: t('Payments'),
  traces: t('Technical traces'),
  sign_in: t('Single sign-on'),
  webhook: t('Webhook'),
  tickets: t('Ticket system'),
}

/** What each recipient receives. */
const RECEIVES: Readonly<Record<RecipientKind, string>> = {
  language_model: t('Questions, the conversation so far and the passages found for it.'),
  embeddings: t('Document passages and questions.'),
  reranking: t('Questions and the passages found for them.'),
  mail: t('Email addresses and the text of each email.'),
  files: t('Uploaded files.'),
  payments: t('Plans, amounts and billing details. Card numbers never reach Lectern.'),
  traces: t('Durations, counts and model names. No text from documents or conversations.'),
  sign_in: t('Who logs in, and when.'),
  webhook: t('The events it subscribes to.'),
  tickets: t('Requests for a person, with their conversations.'),
}

const CHOSEN_BY: Readonly<Record<Recipient['chosen_by'], string>> = {
  operator: t('Chosen by the operator.'),
  organization: t('Chosen by your organization.'),
}

export const recipientFacts = (recipients: readonly Recipient[]): Fact[] =>
  recipients.map(({ kind, name, host, chosen_by }) => [
    NAMES[kind],
    <>
      <Text color="ink">{[name, host ?? t('This server')].filter(Boolean).join(', ')}</Text>
      {RECEIVES[kind]} {CHOSEN_BY[chosen_by]}
    </>,
  ])

import { chakra, Grid, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Privacy, Recipient, RecipientKind } from '../../../services/contract/privacy.ts'
import { t } from '../../../texts/t.ts'
import { Link } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { API_KEYS, AUDIT_LOG, SINGLE_SIGN_ON, TEAM } from '../../shell/settings/settings-items.ts'

const SINGLE_SIGN_ON_IS: Readonly<Record<Privacy['access']['single_sign_on'], string>> = {
  off: t('Off. Members log in with a password.'),
  on: t('On. Members can also log in with a password.'),
  required: t('Required for all members of your domains.'),
}

const linked = (text: string, path: string) => <Rich key={path} text={text} parts={[<Link to={path} />]} />

export const accessFacts = ({
  members,
  two_factor,
  single_sign_on,
  api_keys,
  public_assistants,
}: Privacy['access']): Fact[] => [
  [
    t('Members'),
    linked(
      t(
        '<0>{members, plural, one {# member} other {# members}}</0>, {two_factor} of them with two-factor log-in.',
        { members, two_factor },
      ),
      TEAM.path,
    ),
  ],
  [t('Single sign-on'), linked(`<0>${SINGLE_SIGN_ON_IS[single_sign_on]}</0>`, SINGLE_SIGN_ON.path)],
  [
    t('API keys'),
    linked(
      t(
        '<0>{api_keys, plural, =0 {No valid keys} one {# valid key} other {# valid keys}}</0> for the organization.',
        {
          api_keys,
        },
      ),
      API_KEYS.path,
    ),
  ],
  [
    t('The public'),
    t(
      '{public_assistants, plural, =0 {No assistant is public.} one {# assistant answers without an account.} other {# assistants answer without an account.}}',
      { public_assistants },
    ),
  ],
  [
    t('The operator'),
    linked(
      t(
        'The people who run this installation can read its database and files. The <0>audit log</0> records what members do.',
      ),
      AUDIT_LOG.path,
    ),
  ],
]

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
  channel: t('Channel'),
}

/** The data that each recipient receives. */
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
  channel: t('Answers and replies to the people who write there, with the titles of their sources.'),
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

/** A name and its value. */
export type Fact = readonly [name: string, is: ReactNode]

/** Names with their values beside them; on a phone below them. */
export const Facts = ({ label, facts }: { label: string; facts: readonly Fact[] }) => (
  <chakra.dl aria-label={label} fontSize="md">
    {facts.map(([name, is], index) => (
      <Grid
        key={index}
        templateColumns={{ base: '1fr', sm: '14rem 1fr' }}
        columnGap="6"
        rowGap="0.5"
        py="3"
        _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
      >
        <chakra.dt fontWeight="semibold">{name}</chakra.dt>
        <chakra.dd color="ink.2" m="0" overflowWrap="anywhere">
          {is}
        </chakra.dd>
      </Grid>
    ))}
  </chakra.dl>
)

import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, Star, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { HandoverRef } from '../../../machines/visitors/handover.machine.ts'
import { type ExpectedReply, RATING_MAX } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { formatMoment } from '../../parts/format.ts'
import { keepFocus } from '../../parts/keep-focus.ts'
import { Notice } from '../../parts/notice.tsx'
import { inputRecipe } from '../../theme/recipes/controls.ts'
import { UNDER_TEXT } from './columns.ts'

/** The visitors' theme has no labelled fields. */
const Input = chakra('input', inputRecipe)

const expectedText = ({ hours, opens_at }: ExpectedReply) => {
  if (opens_at !== null) return t('We are back on {moment}.', { moment: formatMoment(opens_at) })
  return hours === 0
    ? ''
    : t('{hours, plural, one {We usually reply within an hour.} other {We usually reply within # hours.}}', {
        hours,
      })
}

interface HandoverPanelProps {
  actor: HandoverRef
  /** The conversation is settled: the last answer is complete. */
  isSettled: boolean
}

/** The hand-over to a person, below the conversation. */
export function HandoverPanel({ actor, isSettled }: HandoverPanelProps) {
  const isOffered = useSelector(actor, (snapshot) => snapshot.matches('offered'))
  const hasForm = useSelector(actor, (snapshot) => snapshot.hasTag('open'))
  const isAnswered = useSelector(actor, (snapshot) => snapshot.matches({ underWay: 'answered' }))
  const isUnderWay = useSelector(actor, (snapshot) => snapshot.matches('underWay'))
  const isClosed = useSelector(actor, (snapshot) => snapshot.matches('closed'))
  const isHelpAsked = useSelector(actor, (snapshot) => snapshot.hasTag('helpAsked'))
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const { view, typist, error } = useSelector(actor, ({ context }) => context)
  if (view === null) return null
  return (
    <Box ref={keepFocus} tabIndex={-1} outline="none" pb="6" css={UNDER_TEXT}>
      {isOffered && (
        <Button onClick={() => actor.send({ type: 'form.opened' })}>
          <UserRound aria-hidden />
          {t('Talk to a person')}
        </Button>
      )}
      {hasForm && <ContactForm actor={actor} />}
      {isUnderWay && (
        <Flex direction="column" align="flex-start" gap="3">
          {!isAnswered && (
            <Notice tone="good">
              {view.person === null
                ? t('Sent. We will reply here while this page is open, otherwise to {email}.', {
                    email: view.email,
                  })
                : t('A person is reading your messages.')}{' '}
              {expectedText(view.expected)}
            </Notice>
          )}
          {view.requester === 'trial' && (
            <Notice tone="caution">
              {t('This was a preview: nothing was sent and no one was notified.')}
            </Notice>
          )}
          <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'request.closed' })}>
            <Check aria-hidden />
            {t('Close request')}
          </Button>
        </Flex>
      )}
      {typist !== null && (
        <Text role="status" textStyle="small" color="ink.2" mt="2">
          {t('{name, select, none {Someone is} other {{name} is}} typing…', { name: typist || 'none' })}
        </Text>
      )}
      {isClosed && <Rating actor={actor} />}
      {isHelpAsked && isSettled && <Verdict actor={actor} />}
      {error && !hasForm && (
        <Box mt="3">
          <Notice tone="error">{error}</Notice>
        </Box>
      )}
    </Box>
  )
}

function ContactForm({ actor }: { actor: HandoverRef }) {
  const { values, fieldErrors, error, refusals, view, unproved } = useSelector(
    actor,
    ({ context }) => context,
  )
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const field = (name: 'name' | 'email') => ({
    name,
    value: values[name],
    'aria-invalid': fieldErrors[name] !== undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      actor.send({ type: 'field.changed', name, value: target.value }),
  })
  return (
    <chakra.form
      ref={form}
      noValidate
      method="post"
      aria-label={t('Talk to a person')}
      display="grid"
      gap="3"
      p="4"
      bg="raised"
      border="1px solid"
      borderColor="rule"
      borderRadius="lg"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'form.submitted' })
      }}
    >
      {view?.customer ? (
        <Text overflowWrap="anywhere">
          {t('{name, select, none {We will reply to {email}.} other {We will reply to {name}, {email}.}}', {
            name: view.customer.name || 'none',
            email: view.customer.email,
          })}
        </Text>
      ) : (
        <>
          {unproved && (
            <Notice tone="caution">
              {t('We could not confirm who you are on this site. Enter where we can reach you.')}
            </Notice>
          )}
          <Flex gap="3" wrap="wrap">
            <Labelled flex="1 1 10rem" label={t('Name (optional)')} id="contact-name">
              <Input {...field('name')} id="contact-name" autoComplete="name" />
            </Labelled>
            <Labelled flex="2 1 14rem" label={t('Email address')} id="contact-email">
              <Input
                {...field('email')}
                id="contact-email"
                type="email"
                autoComplete="email"
                required
                aria-describedby={fieldErrors.email ? 'contact-email-error' : undefined}
              />
            </Labelled>
          </Flex>
          {fieldErrors.email && (
            <Text id="contact-email-error" textStyle="small" color="accent" role="alert">
              {fieldErrors.email}
            </Text>
          )}
        </>
      )}
      {view?.requester === 'trial' && (
        <Notice tone="caution">
          {t('Visitors see this form. This is a preview: nothing is sent and no one is notified.')}
        </Notice>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      <Flex gap="3" align="center" wrap="wrap">
        <Text textStyle="small" color="ink.2" flex={{ base: '1 1 100%', md: '1 1 12rem' }}>
          {view && expectedText(view.expected)} {t('Your conversation is included.')}
        </Text>
        <Button variant="ghost" size="sm" disabled={busy} onClick={() => actor.send({ type: 'form.closed' })}>
          {t('Not now')}
        </Button>
        <Button type="submit" variant="primary" size="sm" disabled={busy}>
          {busy ? t('Sending…') : t('Send')}
        </Button>
      </Flex>
    </chakra.form>
  )
}

const Labelled = ({
  flex,
  label,
  id,
  children,
}: {
  flex: string
  label: string
  id: string
  children: ReactNode
}) => (
  <Box flex={flex} display="grid" gap="1">
    <chakra.label htmlFor={id} textStyle="small" fontWeight="semibold">
      {label}
    </chakra.label>
    {children}
  </Box>
)

/** Once, after a person helped. */
function Rating({ actor }: { actor: HandoverRef }) {
  const rating = useSelector(actor, ({ context }) => context.view?.rating ?? null)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  if (rating !== null) return <Thanks />
  return (
    <Flex role="group" aria-label={t('How did we help?')} align="center" gap="2" wrap="wrap">
      <Text>{t('How did we help?')}</Text>
      <Flex>
        {Array.from({ length: RATING_MAX }, (_, place) => (
          <IconButton
            key={place}
            label={t('{stars, plural, one {# star of {max}} other {# stars of {max}}}', {
              stars: place + 1,
              max: RATING_MAX,
            })}
            disabled={busy}
            onClick={() => actor.send({ type: 'rating.given', rating: place + 1 })}
          >
            <Star aria-hidden />
          </IconButton>
        ))}
      </Flex>
    </Flex>
  )
}

/** Once in a conversation that the assistant answers. */
function Verdict({ actor }: { actor: HandoverRef }) {
  const helped = useSelector(actor, ({ context }) => context.view?.helped ?? null)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  if (helped !== null) return <Thanks />
  return (
    <Flex role="group" aria-label={t('Did this help?')} align="center" gap="2">
      <Text textStyle="small" color="ink.2">
        {t('Did this help?')}
      </Text>
      <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'verdict.given', helped: true })}>
        {t('Yes')}
      </Button>
      <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'verdict.given', helped: false })}>
        {t('No')}
      </Button>
    </Flex>
  )
}

const Thanks = () => (
  <Flex
    role="status"
    align="center"
    gap="2"
    textStyle="small"
    color="ink.2"
    css={{ '& svg': { width: '4' } }}
  >
    <Check aria-hidden />
    {t('Thank you.')}
  </Flex>
)

import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { draftReplyMachine } from '../../../src/machines/visitors/draft-reply.machine.ts'
import { type InboxRef, inboxMachine } from '../../../src/machines/visitors/inbox/inbox.machine.ts'
import {
  draftOf,
  errorOf,
  type InboxView,
  isChanging,
  isOwn,
  type Writing,
} from '../../../src/machines/visitors/inbox/inbox.types.ts'
import { inboxPath } from '../../../src/machines/visitors/inbox/inbox-address.ts'
import { InboxComposer } from '../../../src/ui/visitors/inbox/inbox-composer.tsx'
import { InboxScreen } from '../../../src/ui/visitors/inbox/inbox-screen.tsx'
import { openStage, provided, Started, still } from '../../harness/stage.tsx'
import { DRAFT, draftReplyModel } from '../../machines/draft-reply.model.ts'
import { detail, inboxModel, item } from '../../machines/inbox.model.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const composer = () => page.getByRole('textbox')
const list = () => page.getByRole('list', { name: 'Conversations' })

const HEARD = [
  'text.written',
  'drafts.kept',
  'live.opened',
  'update.received',
  'presence.received',
  'next.requested',
  'previous.requested',
]

type InboxSnapshot = SnapshotFrom<typeof inboxMachine>

/** Beside a list; a server without an inbox has none. */
const beside = (check: (snapshot: InboxSnapshot) => unknown) => (snapshot: InboxSnapshot) =>
  snapshot.hasTag('listMissing') ? undefined : check(snapshot)

walkView({
  machine: inboxMachine,
  model: {
    ...inboxModel,
    // What the view does not offer nobody can press.
    events: (snapshot) =>
      inboxModel
        .events(snapshot)
        .filter(
          (event) =>
            !['more.requested', 'change.requested', 'entry.submitted', 'kind.picked'].includes(event.type) ||
            snapshot.can(event as never),
        )
        .filter(
          ({ type }) =>
            !['change.requested', 'draft.changed', 'kind.picked', 'entry.submitted'].includes(type) ||
            (snapshot.context.detail?.item.conversation_id === snapshot.context.conversationId &&
              !isOwn(snapshot.context.detail.item, snapshot.context.userId)),
        )
        .filter(({ type }) => type !== 'change.requested' || !isChanging(snapshot.context))
        .filter(({ type }) => type !== 'kind.picked' || draftOf(snapshot.context).kind === 'reply')
        // Without an inbox there is nothing to press.
        .filter(
          ({ type }) => HEARD.includes(type) || type === 'view.changed' || !snapshot.hasTag('listMissing'),
        ),
    // What can be pressed depends on what is known of the conversation.
    key: (snapshot) => [
      inboxModel.key(snapshot),
      snapshot.context.detail === null,
      draftOf(snapshot.context).kind,
    ],
    limit: 300_000,
  },
  scene: (inbox) => ({
    view: provided(
      { reader: still(readerMachine) },
      provided({ inbox }, provided({ improveAnswer: still(improveAnswerMachine) }, <InboxScreen />)),
    ),
    path: '/inbox',
    data: { members: [], integrations: [] },
  }),
  heard: HEARD,
  does: {
    'view.changed': ({ view }, { navigation }) =>
      navigation.send({ type: 'navigation.requested', path: inboxPath(view) }),
    'more.requested': () => button('Show more').click(),
    'retry.requested': () => page.getByRole('button', { name: 'Try Again' }).first().click(),
    'change.requested': () => button('Take over').click(),
    'kind.picked': () => page.getByText('Note', { exact: true }).click(),
    'draft.changed': ({ text }) => composer().fill(text),
    'entry.submitted': () => page.getByRole('button', { name: /^(Send reply|Add note)$/ }).click(),
  },
  sees: {
    'inbox.list.shown': ({ context: { items } }) =>
      expect.poll(() => list().getByRole('listitem').all().length).toBe(items?.length),
    'inbox.list.missing': async () => {
      await expect.element(page.getByText(/^Not found/).first()).toBeVisible()
      await expect.element(page.getByRole('navigation', { name: 'Status' })).not.toBeInTheDocument()
    },
    'inbox.list.failed': () => expect.element(page.getByText('The inbox could not be loaded.')).toBeVisible(),
    'inbox.list.refused': async ({ value }) => {
      await expect.element(page.getByText('The inbox could not be loaded.')).toBeVisible()
      if (value.conversation !== 'failed') await expect.element(button('Try Again')).not.toBeInTheDocument()
    },
    'inbox.conversation.none': beside(() =>
      expect.element(page.getByText('Select a conversation to reply.')).toBeVisible(),
    ),
    'inbox.conversation.shown': beside(async ({ context }) => {
      await expect.element(page.getByRole('log', { name: 'Replies' })).toMatchTextContent('Hello?')
      if (context.detail && isOwn(context.detail.item, context.userId)) {
        await expect
          .element(page.getByText('You asked this question, so a colleague has to reply.'))
          .toBeVisible()
        await expect.element(composer()).not.toBeInTheDocument()
      } else await expect.element(composer()).toHaveValue(draftOf(context).content)
    }),
    'inbox.conversation.gone': () => expect.element(page.getByText(/^Not found/)).toBeVisible(),
    'inbox.change.saving': beside(({ context }) =>
      isChanging(context) && context.detail && !isOwn(context.detail.item, context.userId)
        ? expect.element(button('Take over')).toHaveAttribute('aria-disabled', 'true')
        : undefined,
    ),
    'inbox.composer.overtaken': beside(({ context }) => {
      const error = errorOf(context)
      return context.detail && error ? expect.element(page.getByText(error)).toBeVisible() : undefined
    }),
  },
  exceptions: { 'inbox.conversation | view.left | 0': 'this view is on the screen' },
})

const OPENED: InboxView = { status: 'open', assignee: 'anyone', requester: 'anyone', conversationId: 'c1' }

/** The composer of a conversation in which something was typed. */
function Typed({ inbox }: { inbox: InboxRef }) {
  useEffect(() => {
    inbox.send({ type: 'view.changed', view: OPENED })
    inbox.send({ type: 'draft.changed', text: 'Dear Grace,' })
  }, [inbox])
  const isShown = useSelector(inbox, ({ context }) => context.conversationId === 'c1')
  return isShown && <InboxComposer inbox={inbox} detail={detail('c1')} />
}

walkView({
  machine: draftReplyMachine,
  model: draftReplyModel,
  scene: (draftReply) => ({
    view: (
      <Started
        machine={still(inboxMachine).provide({ actors: { draftReply } })}
        input={{ organizationId: 'o1', userId: 'u1', view: OPENED }}
      >
        {(inbox) => <Typed inbox={inbox} />}
      </Started>
    ),
  }),
  does: {
    'draft.requested': () => button('Draft reply').click(),
    'draft.cancelled': () => button('Stop').click(),
    'draft.undone': () => button('Undo draft').click(),
  },
  heard: ['draft.submitted', 'draft.sent', 'text.changed', 'text.replaced', 'text.returned'],
  sees: {
    'draftReply.idle': async ({ context: { error } }) => {
      await expect.element(button('Undo draft')).not.toBeInTheDocument()
      if (error) await expect.element(page.getByText(error)).toBeVisible()
    },
    'draftReply.drafting': () => expect.element(composer()).toHaveAttribute('readonly'),
    'draftReply.drafted': async () => {
      await expect.element(composer()).toHaveValue('You may return them within 30 days.')
      await expect
        .element(page.getByRole('group', { name: 'Sources of the draft' }))
        .toMatchTextContent(DRAFT.citations[0]!.quote)
    },
  },
})

type Actors<Machine extends typeof inboxMachine | typeof draftReplyMachine> = Parameters<
  Machine['provide']
>[0]['actors']

/** The inbox with one conversation open; by default, nothing that is sent arrives. */
const openInbox = (
  shown = detail('c1'),
  inboxActors: Actors<typeof inboxMachine> = {},
  draftActors: Actors<typeof draftReplyMachine> = {},
) =>
  openStage({
    view: provided(
      {
        inbox: still(inboxMachine).provide({
          actors: {
            readDetail: fromPromise(async () => shown),
            draftReply: still(draftReplyMachine).provide({ actors: draftActors }),
            ...inboxActors,
          },
        }),
        reader: still(readerMachine),
        improveAnswer: still(improveAnswerMachine),
      },
      <InboxScreen />,
    ),
    path: inboxPath(OPENED),
    data: { members: [], integrations: [] },
  })

it.each([
  ['with Ctrl+Enter', () => userEvent.keyboard('{Control>}{Enter}{/Control}')],
  ['with the button', () => button('Send reply').click()],
])('leaves the focus in the field where a reply is sent %s: letters are no shortcuts', async (_, send) => {
  const stage = await openInbox()
  await composer().fill('Dear Grace,')
  await send()
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeDisabled()
  await expect.element(composer()).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.element(composer()).toHaveValue('e')
  await stage.close()
})

it('has the focus in the field after Draft reply and Stop', async () => {
  const stage = await openInbox()
  await button('Draft reply').click()
  await expect.element(composer()).toHaveFocus()
  await button('Stop').click()
  await expect.element(composer()).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.element(composer()).toHaveValue('e')
  await stage.close()
})

it('sends nothing with Ctrl+Enter while a draft is being prepared', async () => {
  const stage = await openInbox()
  await composer().fill('Dear Gra')
  await button('Draft reply').click()
  await expect.element(composer()).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(composer()).toHaveValue('Dear Gra')
  await button('Stop').click()
  await expect.element(button('Send reply')).toBeEnabled()
  await stage.close()
})

it.each([
  [
    'was sent',
    async (arrive: () => void) => {
      await button('Send reply').click()
      await expect.element(button('Undo draft')).not.toBeInTheDocument()
      arrive()
    },
  ],
  ['was emptied', () => composer().fill('')],
])('offers no Undo of a draft that %s beside the next text', async (_, end) => {
  let arrive = () => {}
  const write = fromPromise<{ conversationId: string }, Writing>(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve({ conversationId: 'c1' })
      }),
  )
  const stage = await openInbox(detail('c1'), { write }, { draft: fromPromise(async () => DRAFT) })
  await button('Draft reply').click()
  await expect.element(button('Undo draft')).toBeVisible()
  await end(() => arrive())
  await composer().fill('Dear Ada,')
  await expect.element(button('Send reply')).toBeEnabled()
  await expect.element(button('Undo draft')).not.toBeInTheDocument()
  await stage.close()
})

it('can undo a draft after another conversation was shown, in its own conversation only', async () => {
  const readDetail = fromPromise(async ({ input }: { input: { conversationId: string } }) =>
    detail(input.conversationId),
  )
  const stage = await openInbox(detail('c1'), { readDetail }, { draft: fromPromise(async () => DRAFT) })
  const show = (conversationId: string) =>
    stage.navigation.send({
      type: 'navigation.requested',
      path: inboxPath({ ...OPENED, conversationId }),
    })
  await composer().fill('Dear Grace,')
  await button('Draft reply').click()
  await expect.element(button('Undo draft')).toBeVisible()
  show('c2')
  await expect.element(composer()).toHaveValue('')
  await expect.element(button('Undo draft')).not.toBeInTheDocument()
  show('c1')
  await button('Undo draft').click()
  await expect.element(composer()).toHaveValue('Dear Grace,')
  await stage.close()
})

it('[43.1] shows the assignee and Resolve in one row on a phone', async () => {
  await page.viewport(390, 844)
  const taken = { ...detail('c1'), item: item('c1', { taken_over: true, assignee_id: 'u1' }) }
  const stage = await openInbox(taken)
  const top = (element: Element) => Math.round(element.getBoundingClientRect().top)
  await expect.element(button('Hand back to the assistant')).toBeVisible()
  expect(top(button('Resolve').element())).toBe(
    top(page.getByRole('combobox', { name: 'Assignee' }).element()),
  )
  await stage.close()
})

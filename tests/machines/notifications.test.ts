import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { notificationsMachine } from '../../src/machines/connection/notifications/notifications.machine.ts'
import { linkOf, toneOf } from '../../src/machines/connection/notifications/notifications.toasts.ts'
import {
  COUNT_AFTER,
  type NotificationsEvent,
  type Write,
} from '../../src/machines/connection/notifications/notifications.types.ts'
import { NOTIFICATIONS_PAGE, type Notification } from '../../src/services/contract/notifications.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { LAST_GONE, notificationsModel } from './notifications.model.ts'
import { notification } from './samples.ts'

describeModel({
  name: 'notifications',
  machine: notificationsMachine,
  model: notificationsModel,
  rig: (world) => ({
    oracles: {
      notifications: () => {
        const { items, unread } = world.snapshot().context
        const ids = items.map(({ id }: Notification) => id)
        expect(ids).toEqual([...new Set(ids)])
        expect([...items].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))).toEqual(items)
        expect(unread).toBeGreaterThanOrEqual(0)
      },
      'notifications.changes.none': () => expect(world.children.has('write')).toBe(false),
      'notifications.panel.closed': () => expect(world.snapshot().context.seen).toEqual([]),
    },
  }),
})

const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** The machine before a server that holds `stored`; writes wait for `answer`. */
async function start(stored: Notification[], { holdWrites = false } = {}) {
  const clock = new SimulatedClock()
  const asked: string[] = []
  const toasts: string[] = []
  const followed: string[] = []
  const writes: Write[] = []
  let answers: ((fails: boolean) => void)[] = []
  let failing = false
  let held: Promise<unknown> = Promise.resolve()
  const server = { stored, unread: () => server.stored.filter(({ read }) => !read).length }
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        loadPage: fromPromise(
          async ({
            input: { unreadOnly, before },
          }: {
            input: { unreadOnly: boolean; before: string | null }
          }) => {
            asked.push(`${unreadOnly ? 'unread' : 'all'} ${before ?? 'newest'}`)
            if (failing) throw new Error('offline')
            const list = server.stored.filter(({ read }) => !unreadOnly || !read)
            const from = list.findIndex(({ id }) => id === before) + 1
            if (before !== null && from === 0) throw LAST_GONE
            const page = list.slice(from, from + NOTIFICATIONS_PAGE) as readonly Notification[]
            await held
            return page
          },
        ),
        countUnread: fromPromise(async () => server.unread()),
        write: fromPromise(async ({ input }: { input: Write }) => {
          writes.push(input)
          if (!holdWrites) return
          await new Promise<void>((resolve, reject) =>
            answers.push((fails) => (fails ? reject(new Error('no')) : resolve())),
          )
        }),
      },
      actions: {
        showToast: (_, { message }) => void toasts.push(message),
        follow: (_, { id }) => void followed.push(id),
      },
    }),
    { clock },
  ).start()
  await settled()
  const send = async (...events: NotificationsEvent[]) => {
    for (const event of events) actor.send(event)
    await settled()
  }
  return {
    server,
    asked,
    toasts,
    followed,
    writes,
    send,
    fail: (fails: boolean) => {
      failing = fails
    },
    /** Pages are put together, but on their way until this function is called. */
    holdPages: () => {
      let release = () => {}
      held = new Promise<void>((resolve) => {
        release = resolve
      })
      return async () => {
        release()
        await settled()
      }
    },
    answer: async (fails = false) => {
      const waiting = answers
      answers = []
      for (const answer of waiting) answer(fails)
      await settled()
    },
    pass: async (ms: number) => {
      clock.increment(ms)
      await settled()
    },
    ids: () => actor.getSnapshot().context.items.map(({ id }) => id),
    unread: () => actor.getSnapshot().context.unread,
    unreadIds: () =>
      actor
        .getSnapshot()
        .context.items.filter(({ read }) => !read)
        .map(({ id }) => id),
    is: (tag: 'open' | 'loading' | 'loadingMore' | 'failed') => actor.getSnapshot().hasTag(tag),
  }
}

const many = (count: number) => Array.from({ length: count }, (_, place) => notification(count - place))

describe('notifications', () => {
  it('[S9.5] come in pages of twenty, and the next page when the end of the list is reached', async () => {
    const { send, ids, asked } = await start(many(45))
    await send({ type: 'panel.opened' })
    expect(ids()).toHaveLength(20)
    for (const count of [40, 45, 45]) {
      await send({ type: 'end.reached' })
      expect(ids()).toHaveLength(count)
    }
    expect(asked).toEqual(['all newest', 'all n26', 'all n6'])
  })

  it('[S9.5] come with those before the first that was heard, however many were heard before the panel opened', async () => {
    const { server, send, ids } = await start(many(6))
    server.stored = many(45)
    for (const heard of many(45).slice(0, 39).toReversed())
      await send({ type: 'live.arrived', notification: heard })
    await send({ type: 'panel.opened' })
    expect(ids()).toHaveLength(39)
    await send({ type: 'end.reached' })
    expect(ids()).toHaveLength(45)
  })

  it('[S8.13] that cannot be read say so, and can be asked for again', async () => {
    const { send, fail, is, ids } = await start(many(3))
    fail(true)
    await send({ type: 'panel.opened' })
    expect(is('failed')).toBe(true)
    fail(false)
    await send({ type: 'retry.requested' })
    expect([is('failed'), ids().length]).toEqual([false, 3])
  })

  it('[S4.17] [A45] that arrive are added, with one toast each however often they are told', async () => {
    const { server, send, ids, unread, toasts, pass } = await start(many(2))
    await send({ type: 'panel.opened' })
    server.stored = [notification(3), ...server.stored]
    const arrived = { type: 'live.arrived', notification: notification(3) } as const
    await send(arrived, arrived)
    expect([ids(), unread(), toasts]).toEqual([['n3', 'n2', 'n1'], 3, ['New notification received']])
    await pass(COUNT_AFTER)
    expect(unread()).toBe(3)
  })

  it('[A44] missed during an outage are listed once each, newest first, with the right count', async () => {
    const { server, send, ids, unread, toasts } = await start(many(2))
    await send({ type: 'panel.opened' })
    server.stored = many(5)
    // One was still heard of, and comes again with the rest.
    await send({ type: 'live.arrived', notification: notification(4) }, { type: 'live.opened' })
    expect([ids(), unread()]).toEqual([['n5', 'n4', 'n3', 'n2', 'n1'], 5])
    expect(toasts).toHaveLength(1)
  })

  it('[A44] after a long outage the list is replaced, because the gap is unknown', async () => {
    const { server, send, ids } = await start(many(3))
    await send({ type: 'panel.opened' })
    server.stored = many(40)
    await send({ type: 'live.opened' })
    expect(ids()).toEqual(
      many(40)
        .slice(0, 20)
        .map(({ id }) => id),
    )
    await send({ type: 'end.reached' })
    expect(ids()).toHaveLength(40)
  })

  it('that are gone at the server, and of which no one told, go with the newest page', async () => {
    const { server, send, ids } = await start(many(3))
    await send({ type: 'panel.opened' })
    server.stored = many(3).slice(0, 2)
    await send({ type: 'live.opened' })
    expect(ids()).toEqual(['n3', 'n2'])
  })

  it('are read again from the newest if the last known one is gone at the server', async () => {
    const { server, send, ids, is } = await start(many(45))
    await send({ type: 'panel.opened' })
    server.stored = many(45).filter(({ id }) => id !== 'n26')
    await send({ type: 'end.reached' })
    expect([is('failed'), ids().length, ids().includes('n26')]).toEqual([false, 20, false])
    await send({ type: 'end.reached' })
    await send({ type: 'end.reached' })
    expect(ids()).toEqual(server.stored.map(({ id }) => id))
  })

  it('[S4.17] [S4.18] that arrive or are deleted while the list is read stay so', async () => {
    const { server, send, answer, holdPages, ids } = await start(many(4), { holdWrites: true })
    const during = async (change: () => Promise<void>, stored: Notification[]) => {
      const release = holdPages()
      await send({ type: 'panel.opened' })
      server.stored = stored
      await change()
      await release()
      expect(ids()).toEqual(stored.map(({ id }) => id))
    }
    await during(() => send({ type: 'live.arrived', notification: notification(5) }), many(5))
    await send({ type: 'panel.closed' })
    await during(() => send({ type: 'live.deleted', id: 'n2' }), many(5).toSpliced(3, 1))
    await send({ type: 'notification.deleted', id: 'n3' }, { type: 'panel.closed' })
    await during(() => answer(), many(5).toSpliced(2, 2))
  })

  it('[S4.19] [S9.5] are read after one second in view, and not before', async () => {
    const { send, pass, writes, unreadIds, unread } = await start(many(3))
    await send({ type: 'panel.opened' })
    await send({ type: 'notification.shown', id: 'n3' }, { type: 'notification.shown', id: 'n2' })
    await pass(999)
    await send({ type: 'notification.hidden', id: 'n2' })
    expect(writes).toEqual([])
    await pass(1)
    expect([writes, unreadIds(), unread()]).toEqual([[{ kind: 'read', ids: ['n3'] }], ['n2', 'n1'], 2])
    await send({ type: 'notification.shown', id: 'n2' }, { type: 'panel.closed' })
    await pass(1000)
    expect(unreadIds()).toEqual(['n2', 'n1'])
  })

  it('[S4.19] read at the same time are sent in one request', async () => {
    const { send, pass, writes, answer } = await start(many(4), { holdWrites: true })
    await send({ type: 'panel.opened' })
    for (const id of ['n4', 'n3', 'n2', 'n1']) await send({ type: 'notification.shown', id })
    await pass(1000)
    await answer()
    await answer()
    expect(writes).toEqual([
      { kind: 'read', ids: ['n4'] },
      { kind: 'read', ids: ['n3', 'n2', 'n1'] },
    ])
  })

  it('[S8.13] that could not be marked are unread again', async () => {
    const { send, pass, answer, unread, unreadIds, toasts } = await start(many(3), { holdWrites: true })
    await send({ type: 'panel.opened' }, { type: 'notification.shown', id: 'n3' })
    await settled()
    await send({ type: 'notification.shown', id: 'n3' })
    await pass(1000)
    expect(unread()).toBe(2)
    await answer(true)
    expect([unread(), unreadIds()]).toEqual([3, ['n3', 'n2', 'n1']])
    await send({ type: 'all.read' })
    expect([unread(), unreadIds()]).toEqual([0, []])
    await answer(true)
    expect([unread(), unreadIds()]).toEqual([3, ['n3', 'n2', 'n1']])
    expect(toasts).toEqual(['Failed to mark notifications as read.', 'Failed to mark notifications as read.'])
  })

  it('that could not be deleted come back where they were', async () => {
    const { send, answer, ids, unread, toasts } = await start(many(3), { holdWrites: true })
    await send({ type: 'panel.opened' })
    await send({ type: 'notification.deleted', id: 'n2' })
    expect([ids(), unread()]).toEqual([['n3', 'n1'], 2])
    // What the server still lists does not come back while the deletion is on its way.
    await send({ type: 'live.opened' })
    expect(ids()).toEqual(['n3', 'n1'])
    await answer(true)
    expect([ids(), unread(), toasts]).toEqual([
      ['n3', 'n2', 'n1'],
      3,
      ['The notification could not be deleted.'],
    ])
  })

  it('[S4.18] follow what is done in other tabs', async () => {
    const { server, send, pass, ids, unread, unreadIds } = await start(many(3))
    await send({ type: 'panel.opened' })
    await send({ type: 'live.read', id: 'n3' }, { type: 'live.deleted', id: 'n2' })
    expect([ids(), unreadIds(), unread()]).toEqual([['n3', 'n1'], ['n1'], 1])
    // One that is not in the list: only the server knows whether it counted.
    server.stored = []
    await send({ type: 'live.deleted', id: 'n0' })
    await pass(COUNT_AFTER)
    expect(unread()).toBe(0)
    await send({ type: 'live.readAll' })
    expect(unreadIds()).toEqual([])
  })

  it('can be narrowed to the unread, and those read meanwhile stay until the next look', async () => {
    const { send, pass, ids, asked } = await start([
      notification(3),
      notification(2, { read: true }),
      notification(1),
    ])
    await send({ type: 'panel.opened' })
    await send({ type: 'filter.picked', unreadOnly: true })
    expect(ids()).toEqual(['n3', 'n1'])
    await send({ type: 'notification.shown', id: 'n3' })
    await pass(1000)
    expect(ids()).toEqual(['n3', 'n1'])
    expect(asked).toEqual(['all newest', 'unread newest'])
  })

  it('lead inside the app only', async () => {
    const outside = ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', null]
    for (const link of outside) expect([link, linkOf(notification(1, { link }))]).toEqual([link, null])
    const { send, followed, is } = await start([notification(2), notification(1, { link: '//evil.test' })])
    await send({ type: 'panel.opened' })
    await send({ type: 'notification.followed', id: 'n1' })
    expect([followed, is('open')]).toEqual([[], true])
    await send({ type: 'notification.followed', id: 'n2' })
    expect([followed, is('open')]).toEqual([['n2'], false])
  })

  it('[S3.8] show success or failure by their type', () => {
    const toned = ['document_ingest_success', 'payment_failure', 'usage_100_error', 'trial_ending']
    expect(toned.map((type) => toneOf(notification(1, { type })))).toEqual([
      'success',
      'failure',
      'failure',
      'neutral',
    ])
  })
})

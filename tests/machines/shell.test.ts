import { expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { formMachine } from '../../src/machines/shared/form/form.machine.ts'
import { appMachine } from '../../src/machines/shell/app.machine.ts'
import { sidebarMachine } from '../../src/machines/shell/sidebar.machine.ts'
import { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import { typedTextMachine } from '../../src/machines/shell/typed-text.machine.ts'
import { conversationKey, workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { fakeActors } from '../harness/model/fakes.ts'
import { appModel, sidebarModel, themeModel, typedTextModel, workspaceModel } from './shell.model.ts'

describeModel({
  name: 'app',
  machine: appMachine,
  model: appModel,
  rig: (world) => {
    const visitors = () => world.children.get('navigation')?.received.map(({ visitor }) => visitor) ?? []
    return {
      oracles: {
        app: () =>
          expect([...world.children.keys()]).toEqual(
            expect.arrayContaining(['toasts', 'theme', 'sidebar', 'views', 'navigation', 'session']),
          ),
        'app.starting': () => expect(visitors()).toEqual([]),
        'app.anonymous': () => {
          // Who logs out leaves nothing behind; whose session has expired comes back to where they were.
          const { context } = world.snapshot()
          const isExpired = visitors().at(-1)?.reason === 'expired'
          const wasInside = visitors().length > 1
          const told = world.children.get('toasts')?.received.map(({ type }) => type) ?? []
          expect(told.includes('person.left')).toBe(wasInside)
          if (wasInside && isExpired) expect(world.effects.at(-1)?.name).not.toBe('forgetPerson')
          if (wasInside && !isExpired && visitors().at(-1)?.reason === 'user') {
            expect(world.effects.at(-1)?.name).toBe('forgetPerson')
            expect(context.rememberedOrganizationId).toBeNull()
          }
          expect(world.children.has('workspace')).toBe(false)
          expect(visitors().at(-1)).toMatchObject({ signedIn: false })
        },
        'app.authenticated.open': () =>
          expect([...world.children.keys()]).toEqual(expect.arrayContaining(['connections', 'workspace'])),
        'app.authenticated': () => {
          expect(visitors().at(-1)).toMatchObject({ signedIn: true })
          expect(world.snapshot().context.userId).not.toBeNull()
        },
        'app.authenticated.open.confirmingLogOut': () =>
          expect(world.children.has('confirmLeaving')).toBe(true),
        'app.authenticated.open.confirmingLoss': () => {
          expect(world.children.has('countUnsentFiles')).toBe(true)
          expect(world.children.get('session')?.received).toEqual([])
        },
        'app.authenticated.open.loggingOut': () =>
          expect(world.children.get('session')?.received).toEqual([{ type: 'signOut.requested' }]),
      },
    }
  },
})

/** [S2.23] */
describeModel({
  name: 'sidebar',
  machine: sidebarMachine,
  model: sidebarModel,
  rig: (world) => ({
    oracles: {
      'sidebar.rail.collapsed': () => expect(world.effects.at(-1)?.params).toEqual({ collapsed: true }),
      'sidebar.rail.expanded': () => {
        expect(world.effects.at(-1)?.params).not.toEqual({ collapsed: true })
      },
    },
  }),
})

/** [S1.3] [S4.20] */
describeModel({
  name: 'theme',
  machine: themeMachine,
  model: themeModel,
  rig: (world) => ({
    oracles: Object.fromEntries(
      ['light', 'dark', 'system'].map((choice) => [
        `theme.${choice}`,
        // Nothing is applied at its start: the page has done that.
        () => {
          const applied = world.effects.at(-1)?.params as { choice: string } | undefined
          expect(applied?.choice ?? 'system').toBe(choice)
        },
      ]),
    ),
  }),
})

describeModel({
  name: 'workspace',
  machine: workspaceMachine,
  model: workspaceModel,
  rig: (world) => ({
    oracles: {
      workspace: () => {
        const { conversations, organizationId } = world.snapshot().context
        // One organization is listened to, and only one that is known to be the person's.
        expect([organizationId, world.children.get('organizationLive')?.input ?? null]).toEqual([
          organizationId,
          organizationId === null ? null : { organizationId },
        ])
        expect(['o1', 'o2', null]).toContain(organizationId)
        // Whatever organization is shown.
        expect([...world.children.keys()].filter((id) => id.startsWith('upload:'))).toEqual(
          Object.keys(world.snapshot().context.uploads).map((id) => `upload:${id}`),
        )
        expect([...world.children.keys()].filter((id) => id.startsWith('conversation:')).sort()).toEqual(
          Object.keys(conversations)
            .map((id) => `conversation:${id}`)
            .sort(),
        )
      },
    },
  }),
})

it('keeps a conversation that is open when its Playground is opened again', () => {
  const actors = fakeActors(workspaceMachine, new Map(), workspaceModel.snapshots)
  const workspace = createActor(workspaceMachine.provide({ actors } as never), {
    input: { rememberedId: 'o1' },
  } as never).start()
  const opened = { integrationId: 'i1', config: 'draft' } as const
  const conversation = () => workspace.getSnapshot().context.conversations[conversationKey(opened)]
  workspace.send({ type: 'playground.opened', ...opened })
  const first = conversation()
  workspace.send({ type: 'playground.opened', ...opened })
  expect(first).toBeDefined()
  expect(conversation()).toBe(first)
  workspace.stop()
})

/** [37.8] [S2.42] */
describeModel({
  name: 'typed-text',
  machine: typedTextMachine,
  model: typedTextModel,
  rig: (world) => ({
    oracles: {
      'typedText.closed': () => expect(world.children.has('blockLeaving')).toBe(false),
      'typedText.untouched': () => expect(world.children.has('blockLeaving')).toBe(false),
      'typedText.typed.held': () => expect(world.children.has('blockLeaving')).toBe(true),
      'typedText.typed.sent': () => expect(world.children.has('blockLeaving')).toBe(false),
      'typedText.typed.overHeldPage': () => expect(world.children.has('blockLeaving')).toBe(false),
    },
  }),
})

it('[37.8] [S2.42] follows its form: what is typed is kept until it is taken back or the form has closed', () => {
  const form = createActor(formMachine).start()
  const text = createActor(typedTextMachine.provide({ actors: { blockLeaving: fromCallback(() => {}) } }), {
    input: { form },
  }).start()
  const isKept = () => text.getSnapshot().hasTag('typed')
  const typed = (value: string) => form.send({ type: 'field.changed', name: 'name', value })

  form.send({ type: 'form.opened', values: { name: 'North' } })
  expect(isKept()).toBe(false)
  typed('Northwind')
  expect(isKept()).toBe(true)
  typed('North')
  expect(isKept()).toBe(false)
  typed('Northwind')
  form.send({ type: 'form.closed' })
  expect(isKept()).toBe(false)
  form.send({ type: 'form.opened', values: { name: 'South' } })
  expect(isKept()).toBe(false)
})

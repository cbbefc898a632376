import { expect } from 'vitest'
import { appMachine } from '../../src/machines/shell/app.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { appModel } from './shell.model.ts'

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
        'app.authenticated.open.confirmingLogOut': () => expect(world.children.has('askToLeave')).toBe(true),
        'app.authenticated.open.loggingOut': () =>
          expect(world.children.get('session')?.received).toEqual([{ type: 'signOut.requested' }]),
      },
    }
  },
})

import { createActor } from 'xstate'
import { sidebarMachine } from '../machines/sidebar/sidebar.machine.ts'
import { readCookie, writeCookie } from './cookies.ts'

const COOKIE = 'sidebar'
const WEEK = 7 * 24 * 60 * 60 // S2.23, seconds

const provideSidebar = () =>
  sidebarMachine.provide({
    actions: {
      rememberCollapsed: (_, { collapsed }) =>
        writeCookie(COOKIE, collapsed ? 'collapsed' : 'expanded', WEEK),
    },
  })

/** As the cookie has it. */
export const startSidebar = () => {
  const machine = provideSidebar()
  const rail = readCookie(COOKIE) === 'collapsed' ? 'collapsed' : 'expanded'
  const snapshot = machine.resolveState({ value: { rail, drawer: 'closed' } })
  return createActor(machine, { snapshot }).start()
}

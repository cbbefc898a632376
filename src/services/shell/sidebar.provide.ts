import { createSidebarMachine } from '../../machines/shell/sidebar.machine.ts'
import { readCookie, writeCookie } from '../browser/cookies.ts'

const COOKIE = 'sidebar'
const WEEK = 7 * 24 * 60 * 60 // S2.23, seconds

/** It starts with the cookie's value. */
export const provideSidebar = () =>
  createSidebarMachine(readCookie(COOKIE) === 'collapsed' ? 'collapsed' : 'expanded').provide({
    actions: {
      rememberCollapsed: (_, { collapsed }) =>
        writeCookie(COOKIE, collapsed ? 'collapsed' : 'expanded', WEEK),
    },
  })

import { sidebarMachine } from '../machines/sidebar/sidebar.machine.ts'
import { readCookie, writeCookie } from './cookies.ts'

const COOKIE = 'sidebar'
const WEEK = 7 * 24 * 60 * 60 // S2.23, seconds

export const provideSidebar = () =>
  sidebarMachine.provide({
    actions: {
      rememberCollapsed: (_, { collapsed }) =>
        writeCookie(COOKIE, collapsed ? 'collapsed' : 'expanded', WEEK),
    },
  })

export const wasSidebarCollapsed = () => readCookie(COOKIE) === 'collapsed'

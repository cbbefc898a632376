import type { Rolldown } from 'vite'

/**
 * Which files the app is built into. Every file is a request: over HTTP/1.1 a browser makes six at once, so log-in
 * takes four, and what a person who is signed in needs first takes few more.
 */

const REACT = /node_modules\/(react|react-dom|scheduler)\//
/** What every page is drawn with, and what forms are. */
const DRAWING =
  /node_modules\/(@emotion|@lingui|stylis|xstate|@xstate|use-sync-external-store|@pandacss)\/|theme-names|chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base|create-context|merge-|components\/(box|stack|flex|grid|center|heading|text)\/)/
const DRAWING_FORMS =
  /node_modules\/(regexparam|wouter)\/|chakra-ui\/react\/dist\/esm\/components\/(input|field|spinner)\//
/** What speaks with the server: fetched with the workspace, or while somebody types. */
const OF_SERVER = /node_modules\/(zod|ofetch|ufo|destr|node-fetch-native|@tanstack)\//
/** What opens over the page: menus, dialogs, popovers. */
const OVERLAYS = /node_modules\/(@zag-js|@floating-ui|@ark-ui|@chakra-ui|@internationalized)/
/** The icons, and the keys, of the shell and of what is in it. */
const SHELL = /node_modules\/(lucide-react|tinykeys)\//
/** Parts of several slots, as dialogs are, and layouts: what a visitor sees first has none of them. */
const NOT_FOR_VISITORS =
  /chakra-ui\/react\/dist\/esm\/(styled-system\/(create-slot-recipe-context|use-slot-recipe|display-name)\.|components\/(stack|grid|center)\/)/
/** Shared by public forms and the workspace, and by no page that is opened first. */
const FORMS =
  /lucide-react\/dist\/esm\/icons\/check\.|plain-icon|src\/(machines\/shared\/(form\/form\.machine|outcome)|ui\/parts\/new-password-field|services\/contract\/password)\./

const WORKSPACE = /\/src\/compose\/(workspace|integrations)\.tsx$/
const MAIN = /\/src\/main\.tsx$/
const SHARE = /\/src\/share\.tsx$/
const BASE = /\/src\/compose\/base\.ts$/
/** Public pages that can be used before anything is asked of the server, and those that ask at once. */
const ANSWERING = /\/src\/(main|compose\/(register|forgot-password))\.tsx?$/
const ASKING = /\/src\/compose\/(base|reset-password|confirm-email|invitation|payment-success)\.tsx?$/

type ModuleInfoOf = (id: string) => { readonly importers: readonly string[] } | null

/** Whether the module is loaded with one of these, by static imports alone. */
function comesWith(entry: RegExp, id: string, infoOf: ModuleInfoOf, seen = new Set<string>()): boolean {
  if (entry.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return infoOf(id)?.importers.some((importer) => comesWith(entry, importer, infoOf, seen)) ?? false
}

const isOwn = (id: string) => id.includes('/src/') && !id.includes('/node_modules/')

/** Whether a page loads it with its entry: our modules, and of the packages what all views are drawn with. */
const isLoadedBy = (entry: RegExp, id: string, infoOf: ModuleInfoOf) =>
  DRAWING.test(id) || (isOwn(id) && comesWith(entry, id, infoOf))

/** null: a file of its own, with those that are needed by the same pages. */
function sharedFileOf(id: string, infoOf: ModuleInfoOf) {
  if (OF_SERVER.test(id)) return 'server'
  if (!isOwn(id) || comesWith(ANSWERING, id, infoOf)) return null
  if (comesWith(BASE, id, infoOf)) return 'server'
  if (!comesWith(WORKSPACE, id, infoOf)) return null
  return comesWith(ASKING, id, infoOf) ? 'server' : 'workspace'
}

export const appChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'react', test: REACT, priority: 20 },
    {
      debugName: 'app',
      name: (id, graph) =>
        isLoadedBy(MAIN, id, (of) => graph.getModuleInfo(of)) || DRAWING_FORMS.test(id) ? 'app' : null,
      priority: 10,
    },
    { name: 'forms', test: FORMS, priority: 3, includeDependenciesRecursively: false },
    { name: 'shell', test: SHELL, priority: 2, includeDependenciesRecursively: false },
    { name: 'overlays', test: OVERLAYS, priority: 2, includeDependenciesRecursively: false },
    {
      debugName: 'shared',
      name: (id, graph) => sharedFileOf(id, (of) => graph.getModuleInfo(of)),
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ],
}

/** The public page shares no file with the app: one file with what it is drawn of, others with what comes later. */
export const shareChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      debugName: 'visitor',
      name: (id, graph) =>
        !NOT_FOR_VISITORS.test(id) &&
        (REACT.test(id) || isLoadedBy(SHARE, id, (of) => graph.getModuleInfo(of)))
          ? 'visitor'
          : null,
    },
  ],
}

import type { Rolldown } from 'vite'

/**
 * Which files the app is built into. Each file is a request, and browsers make six at once over HTTP/1.1: so
 * log-in takes four, and the first view after log-in only a few more.
 */

const REACT = /node_modules\/(react|react-dom|scheduler)\//
/** What every page and form is rendered with. */
const DRAWING =
  /node_modules\/(@emotion|@lingui|stylis|xstate|@xstate|use-sync-external-store|@pandacss)\/|theme-names|chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base|create-context|merge-|components\/(box|stack|flex|grid|center|heading|text)\/)/
const DRAWING_FORMS =
  /node_modules\/(regexparam|wouter)\/|chakra-ui\/react\/dist\/esm\/components\/(input|field|spinner)\//
/** What talks to the server: fetched with the workspace, or while someone is typing. */
const OF_SERVER = /node_modules\/(zod|ofetch|ufo|destr|node-fetch-native|@tanstack)\//
/** What opens over the page: menus, dialogs, popovers. */
const OVERLAYS = /node_modules\/(@zag-js|@floating-ui|@ark-ui|@chakra-ui|@internationalized)/
/** Icons and keyboard shortcuts of the shell and its content. */
const SHELL = /node_modules\/(lucide-react|tinykeys)\//
/** Multi-part components, such as dialogs, and layouts: a visitor's first view has none of them. */
const NOT_FOR_VISITORS =
  /chakra-ui\/react\/dist\/esm\/(styled-system\/(create-slot-recipe-context|use-slot-recipe|display-name)\.|components\/(stack|grid|center)\/)/
/** Shared by public forms and the workspace, but by no page that is opened first. */
const FORMS =
  /lucide-react\/dist\/esm\/icons\/check\.|plain-icon|src\/(machines\/shared\/(form\/form\.machine|outcome)|ui\/parts\/new-password-field|services\/contract\/password)\./

const WORKSPACE = /\/src\/compose\/(workspace|integrations)\.tsx$/
const MAIN = /\/src\/main\.tsx$/
const SHARE = /\/src\/share\.tsx$/
const BASE = /\/src\/compose\/base\.ts$/
/** Public pages that are usable before any request to the server, and those that send one at once. */
const ANSWERING = /\/src\/(main|compose\/(register|forgot-password))\.tsx?$/
const ASKING = /\/src\/compose\/(base|reset-password|confirm-email|invitation|payment-success)\.tsx?$/

type ModuleInfoOf = (id: string) => { readonly importers: readonly string[] } | null

/** Whether the module is loaded with one of these, through static imports only. */
function comesWith(entry: RegExp, id: string, infoOf: ModuleInfoOf, seen = new Set<string>()): boolean {
  if (entry.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return infoOf(id)?.importers.some((importer) => comesWith(entry, importer, infoOf, seen)) ?? false
}

const isOwn = (id: string) => id.includes('/src/') && !id.includes('/node_modules/')

/** Whether a page loads it with its entry: our modules, and the packages that render all views. */
const isLoadedBy = (entry: RegExp, id: string, infoOf: ModuleInfoOf) =>
  DRAWING.test(id) || (isOwn(id) && comesWith(entry, id, infoOf))

/** null: in its own file, with modules that the same pages need. */
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

/** The public page shares no file with the app: one file for its first view, others for what comes later. */
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

import type { Plugin } from 'vite'

const PLAIN = '\0plain-icon'

/** A Lucide icon as our views use it: with its size and an element's attributes. */
const PLAIN_ICON = `
import { createElement } from 'react'
export default ({ node, size: own = 24 }) => ({ size = own, ...rest }) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 ' + own + ' ' + own,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': rest['aria-label'] || rest.role ? undefined : true,
      ...rest,
    },
    node.map(([tag, attributes]) => createElement(tag, attributes)),
  )`

/**
 * Lucide computes the attributes of each icon from contexts, classes and options that no view has: 1.4 kB, for
 * a constant element. tests/services/plain-icons.test.ts compares both.
 */
export const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    id.endsWith('/createLucideIcon.mjs') && /\/lucide-react\/dist\/esm\/icons\//.test(importer)
      ? PLAIN
      : null,
  load: (id) => (id === PLAIN ? PLAIN_ICON : null),
}

import { Sun } from 'lucide-react'
// @ts-expect-error -- its types name the icon alone
import { __iconData as sun } from 'lucide-react/dist/esm/icons/sun.mjs'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { plainIcons } from '../../scripts/app-build/plain-icons.ts'

type Props = { size?: number; role?: string; 'aria-label'?: string; 'aria-hidden'?: boolean }

const code = (plainIcons.load as (id: string) => string)(
  (plainIcons.resolveId as (id: string, importer: string) => string)(
    '../createLucideIcon.mjs',
    '/node_modules/lucide-react/dist/esm/icons/sun.mjs',
  ),
)

it.each<Props>([{}, { 'aria-hidden': true }, { size: 17 }, { 'aria-label': 'Light', role: 'img' }])(
  'a built page draws an icon as Lucide does: %j',
  async (props) => {
    const react = import.meta.resolve('react')
    const built = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code.replace("'react'", `'${react}'`))}`
    )
    const Plain: FunctionComponent<Props> = built.default(sun)
    // Its classes and keys, which nobody asks for, are the difference.
    const markup = (drawn: string) =>
      [...drawn.replace(/ class="[^"]*"/, '').matchAll(/[\w-]+="[^"]*"/g)].flat().sort()
    expect(markup(renderToStaticMarkup(createElement(Plain, props)))).toEqual(
      markup(renderToStaticMarkup(createElement(Sun, props))),
    )
  },
)

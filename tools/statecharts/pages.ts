import { type ChartState, flat } from './chart.ts'
import { escaped } from './svg.ts'

export interface Drawn {
  readonly name: string
  readonly chart: ChartState
  readonly mermaid: string
}

const countOf = (chart: ChartState) => {
  const states = flat(chart)
  const transitions = states.reduce((sum, state) => sum + state.transitions.length, 0)
  return `${states.length} states, ${transitions} transitions`
}

/** For people with a browser: every drawing on one page, light or dark around the sheets. */
export const indexPage = (drawings: readonly Drawn[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lectern: statecharts</title>
<style>
:root{color-scheme:light dark}
body{margin:0 auto;padding:36px;max-width:1920px;font:15px/1.5 Figtree,system-ui,sans-serif;color:light-dark(#1D1B16,#EFEAE0);background:light-dark(#FAF7F0,#14130F)}
h1,h2{font-family:"Instrument Serif",Georgia,serif;font-weight:400;line-height:1.1}
h1{font-size:42px}h2{font-size:30px;margin:48px 0 4px}
a{color:light-dark(#9C2F1F,#F0876F)}
nav{display:flex;flex-wrap:wrap;gap:4px 16px}
p{margin:0 0 12px;color:light-dark(#5C574B,#B3AB9B)}
figure{margin:0;overflow:auto;border:1px solid light-dark(#E5DFD1,#343027);border-radius:10px;background:#FFFDF8}
img{display:block}
</style>
<h1>Statecharts</h1>
<p>Drawn from src/machines by npm run statecharts. ✓ an actor ended, ✕ it failed, ◷ time passed, ⚙ an actor runs, # a tag that views read.</p>
<nav>${drawings.map(({ name }) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${drawings
  .map(
    ({ name, chart }) => `<h2 id="${name}">${name}</h2>
<p>${escaped(chart.description ?? '')} <small>${countOf(chart)} · <a href="${name}.svg">SVG</a> · <a href="${name}.mmd">Mermaid</a> · <a href="${name}.json">JSON</a></small></p>
<figure><img src="${name}.svg" alt="Statechart of ${name}"></figure>`,
  )
  .join('\n')}
</html>
`

/** For a code host, which draws the Mermaid blocks. */
export const readmePage = (drawings: readonly Drawn[]) => `# Statecharts

Drawn from \`src/machines\` by \`npm run statecharts\`; the tests fail when they are stale. Do not edit.
The drawings proper are the \`.svg\` files (all of them: \`index.html\`); below is the same as Mermaid, for hosts that draw it.

| machine | what it decides | size |
|---|---|---|
${drawings
  .map(({ name, chart }) => `| [${name}](${name}.svg) | ${chart.description ?? ''} | ${countOf(chart)} |`)
  .join('\n')}
${drawings.map(({ name, mermaid }) => `\n## ${name}\n\n\`\`\`mermaid\n${mermaid}\`\`\``).join('\n')}
`

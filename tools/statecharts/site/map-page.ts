import { htmlPage, MARK } from './html.ts'

export const MAP_PAGE = 'map.html'

/** Which machines start, own and notify others. */
export const mapPage = (map: string, list: string) =>
  htmlPage({
    title: 'Map of the system: statecharts',
    body: `<header><p class="top">${MARK}<a href="index.html">Statecharts</a></p>
<h1>Map of the system</h1>
<p class="lead">A machine starts others, which end with it, and tells others by name. What stands here was seen in the recorded journeys, or is read from the charts; a machine that belongs to its screen alone stands under Machines.</p>
<ul class="facts"><li><span class="key starts"></span> starts, and owns</li><li><span class="key tells"></span> tells something</li></ul></header>
<main id="main"><div class="diagram map-frame" tabindex="0" role="group" aria-label="Map">${map}</div>
<h2>In words</h2>
${list}</main>`,
  })

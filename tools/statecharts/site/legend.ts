const LINES = [
  ['event', 'something happens'],
  ['done', 'an effect has ended well'],
  ['error', 'an effect has failed'],
  ['after', 'time is over'],
  ['always', 'decided at once'],
] as const

/** Explanation of the drawings' symbols. */
export const LEGEND = `<details class="legend"><summary>What the signs mean</summary>
<ul>${LINES.map(([kind, text]) => `<li><svg width="34" height="10" aria-hidden="true"><path class="line-${kind}" d="M1 5H25"/><path class="head-${kind}" d="M24 1L33 5L24 9z"/></svg>${text}</li>`).join('')}
<li><b>●</b> it begins here</li><li><b>◆</b> decides at once</li><li><b>→</b> leads to the state named there</li><li><b>↻</b> begins it again</li><li><b>▸</b> has a picture of its own: press it</li><li><b>⚙</b> runs while it is here</li><li><b>dashed box</b> one of several that are active together</li><li><b>double border</b> the machine ends</li><li><b>red box</b> where the simulator is</li></ul></details>`

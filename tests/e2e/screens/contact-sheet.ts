import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const STYLE = `body { font: 13px/1.4 sans-serif; margin: 24px; background: #777; color: #fff }
main { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0 } img { display: block; max-width: 420px; max-height: 640px }`

/** One page with all pictures of the folder, which are shown in full where they are pressed. */
export function writeContactSheet(folder: string) {
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img loading="lazy" src="${name}" alt=""></a><figcaption>${path.parse(name).name}</figcaption></figure>`,
  )
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style><main>${figures.join('\n')}</main>`,
  )
}

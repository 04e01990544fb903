/** Openings of invented novels, written for these tests. */
export const fiction = {
  en: `Chapter 1: The Lighthouse

Elizabeth Crane had never seen the tide clock stop. "It cannot stop," said Mr. Hollis, "not while Elizabeth keeps the lamp." The tide clock ticked. In the harbour of Port Meridian the boats lay still, and old Tomas Reed walked up from the quay.

* * *

"Elizabeth!" he called. She turned to Tomas Reed and smiled. Nobody in Port Meridian had forgotten what Tomas did. The tide clock, said Hollis, was older than Port Meridian itself. Then Hollis and Elizabeth Crane went in.
`,
  es: `Capítulo 1

El viejo reloj de arena de Mateo Rivas se detuvo cuando Lucía entró en la casa. —No lo toques —dijo Mateo Rivas—. Ese reloj de arena pertenece a la Torre de Ámbar.

Lucía miró a su abuelo. En la Torre de Ámbar, pensó Lucía, nadie había vivido desde la guerra. Entonces Mateo suspiró. El capitán Herrera llegó al anochecer, y con Herrera vino el frío. —¿Dónde está el reloj de arena? —preguntó Herrera. Lucía no respondió a Herrera. La Torre de Ámbar brillaba a lo lejos, y Mateo Rivas cerró la puerta.
`,
  zh: `第一章 青云山

林远山推开门，看见沈清秋站在青云山的石阶上。“你终于来了。”沈清秋说道。林远山点点头，没有回答。

山风吹过，玄天宗的钟声响了三下。林远山想起师父的话：玄天宗的弟子，不可轻易下青云山。沈清秋笑了：“林远山，你怕什么？”

“我不怕。”林远山说，“我只是担心赤霄剑。”沈清秋看着赤霄剑，沉默了很久。赤霄剑在月光下泛着红光。玄天宗的长老们都知道，赤霄剑是柳长老留下的。柳长老当年离开了青云山，再也没有回来。

夜里，沈清秋独自走到玄天宗的后院。柳长老的房间还亮着灯。她低声问：“柳长老，您在吗？”没有人回答。林远山从后面走来：“清秋，我们走吧。”
`,
  ja: `第一章 灯台の町

美咲さんは港町の喫茶店で健太郎を待っていた。カレンという名前の灯台守が窓の外を歩いていく。「美咲さん、遅くなってごめん」と健太郎は言った。

健太郎の手には古い羅針盤があった。羅針盤は月影島の方角を指している。「月影島へ行くのね」美咲は静かに言った。カレンが店に入ってきた。「月影島には誰もいないよ」とカレンは笑った。

翌朝、健太郎と美咲さんは船に乗った。コーヒーの香りがした。アルベルト船長は黙って舵を握っている。「アルベルト船長、羅針盤が回っています」健太郎が叫んだ。羅針盤が光った。月影島が見えた。アルベルトは帽子を取った。
`,
  ko: `제1장 등대

서연은 항구의 등대 앞에 서 있었다. 민준이 천천히 걸어왔다. "서연 씨, 오래 기다렸어요?" 민준이 물었다. 서연은 고개를 저었다.

등대는 백 년 동안 달빛섬을 지켜 왔다. 달빛섬의 사람들은 김도현 선장을 기억했다. 김도현은 은빛나침반을 남기고 사라졌다. 민준은 은빛나침반을 꺼냈다. "김도현 선장님의 은빛나침반이에요." 서연이 은빛나침반을 보았다. 은빛나침반은 달빛섬을 가리켰다.

"민준 씨, 우리 달빛섬으로 가요." 서연의 목소리가 떨렸다. 민준과 서연은 배에 올랐다. 등대가 멀어졌다. 김도현의 배는 보이지 않았다. 그들은 달빛섬에 닿았다.
`,
  de: `Kapitel 1

Anna Weber stand am Fenster und sah den Regen. Der Hafen war leer, und das Licht des Leuchtturms drehte sich. "Du kommst spät", sagte Jonas. Anna antwortete nicht. Jonas legte den Mantel ab und setzte sich an den Tisch. Der Mantel war nass. Anna Weber kannte Jonas seit der Schule in Grünthal. Grünthal lag hinter den Hügeln, und nach Grünthal wollte Jonas nie zurück. Der Regen fiel, der Hafen schwieg. Jonas sah Anna an.
`,
  fr: `Le phare de Kermoran ne s'éteignait jamais. « Nous devons partir avant la nuit », dit Aurélie, mais elle ne bougeait pas, et la mer était calme sous les étoiles.\n`,
  pt: `O farol de Vila Nova não se apagava nunca. Ela disse que o mar estava calmo, mas ninguém acreditou, e as crianças ainda dormiam quando a noite chegou.\n`,
  it: `Il faro di Portoscuro non si spegneva mai. Lei disse che il mare era calmo, ma nessuno le credette, e i bambini dormivano ancora quando scese la notte.\n`,
  ru: `Маяк никогда не гас. Она сказала, что море спокойно, но никто ей не поверил, и дети ещё спали.\n`,
};

// Made from frontend/src by `make bundle`: change it there.
var link=document.querySelector('meta[name="escale-changes"]');async function follow(){for(;;){try{let answer=await fetch(link.content,{cache:"no-store"});if(answer.ok&&await answer.text()==="changed")return location.reload();if(answer.ok)continue}catch{}await new Promise(done=>setTimeout(done,1e3))}}follow();
